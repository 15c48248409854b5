"use strict";
for (const article of document.querySelectorAll("main article")) {
  const data = article.querySelector("script.data");
  if (data) gtnQuiz(article.querySelector(".play"), JSON.parse(data.textContent), {});
}
