"use strict";
for (const article of document.querySelectorAll("main article")) {
  const data = article.querySelector("script.data");
  if (data) gtnQuiz(article.querySelector(".play"), JSON.parse(data.textContent), {});
}

// On paper, the answers are behind all problems of the page.
addEventListener("beforeprint", () => {
  const answers = document.createElement("section");
  answers.className = "printed";
  answers.append(Object.assign(document.createElement("h1"), { textContent: "Answers" }));
  for (const article of document.querySelectorAll("main article")) {
    const answer = document.createElement("article");
    answer.append(article.querySelector("h2").cloneNode(true));
    answer.append(...[...article.querySelectorAll("details > :not(summary)")].map((part) => part.cloneNode(true)));
    answers.append(answer);
  }
  document.querySelector("main").after(answers);
});
addEventListener("afterprint", () => document.querySelector(".printed")?.remove());
