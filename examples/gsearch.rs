use std::time::Instant;
use gtn_db::games::*;
use gtn_db::store::Store;
fn main() {
    let t=Instant::now();
    let store=Store::open(std::path::Path::new("/tmp/gw/a.db")).unwrap();
    let mut arena=Vec::new(); let mut ends=Vec::new();
    store.for_each_game(|id,b|{arena.extend_from_slice(b);ends.push((id,arena.len()));}).unwrap();
    println!("read {:?}",t.elapsed());
    let mut at=0; let games:Vec<(i64,&[u8])>=ends.iter().map(|&(id,e)|{let s=&arena[at..e];at=e;(id,s)}).collect();
    let index=Index::new(&games).unwrap();
    println!("load {:?} games {} positions {} bytes/game {}",t.elapsed(),index.games(),index.positions(),index.bytes()/index.games());
    let only=std::env::args().nth(1); let reps:u32=std::env::args().nth(2).map_or(20,|r|r.parse().unwrap());
    for p in ["2x2|_!!__XO__OX__!!_","3x3|_!!!__.X.__X.X__.X.__!!!_","7x7|......._......._......._......._......._......._......._!!!!!!!_","7x7|......._......._.OO...._.OXX.X._.X....._..O...._......._!!!!!!!_","4x7|_......._" ,"hane","full"]{
        let text = match p {"4x7|_......._"=>"4x7|_.......__.......__..X.X..__......._".to_string()+"_!!!!!!!_",
         "hane"=>"3x3|_!!!__.X.__OX.__.O.__!!!_".into(),
         "full"=>format!("19x19|{}...X.{}", ".".repeat(57+12), ".".repeat(361-57-12-5)),
         x=>x.into()};
        if only.as_ref().is_some_and(|o|!text.starts_with(o.as_str())) {continue;}
        let search=Search::new(text.parse().unwrap());
        let mut best=std::time::Duration::MAX; let mut s=Summary::default();
        for _ in 0..reps { let t=Instant::now(); s=Summary::of(&search,&index); best=best.min(t.elapsed()); }
        println!("{best:?} {} games {} hits {} conts {}", text.chars().take(40).collect::<String>(), s.games,s.hits,s.continuations.len());
    }
}
