// One form for both sides of a card: a new one at each review, kept until the answer is shown.
function gtnCard(isAnswer) {
  const data = JSON.parse(document.getElementById("gtn-data").textContent);
  const [symmetries, colors] = data.forms;
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem("gtn-card"));
  } catch (error) {
    kept = window.gtnKept || null; // no storage: the window is the same
  }
  let form = kept && kept.key === data.key ? kept.form : 0;
  if (!isAnswer) {
    form = Math.floor(Math.random() * symmetries) + 8 * Math.floor(Math.random() * colors);
    const next = { key: data.key, form };
    window.gtnKept = next;
    try {
      sessionStorage.setItem("gtn-card", JSON.stringify(next));
    } catch (error) {
      /* the window keeps it */
    }
  }
  const quiz = gtnQuiz(document.getElementById("gtn-play"), data, { form, controls: !isAnswer });
  if (!isAnswer) return;
  quiz.solve();
  // The names of points are those of the form that is shown.
  const points = document.querySelector("#gtn-answer .points");
  if (points) points.textContent = quiz.answers().join(", ");
}
if (!document.getElementById("answer")) gtnCard(false);
