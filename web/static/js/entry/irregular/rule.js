// A rule, linked to its help.

export function ruleOf(clause) {
  const [book, ...number] = clause.split(" ");
  const link = document.createElement("a");
  link.href = `/rules/${book}#${encodeURIComponent(number.join(""))}`;
  link.target = "_blank";
  link.rel = "noopener";
  link.className = "rule";
  link.textContent = clause;
  return link;
}
