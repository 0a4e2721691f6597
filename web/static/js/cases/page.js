// The page of a case works without this: a tap on a finding puts its words into the field.

for (const pick of document.querySelectorAll(".pick")) {
  pick.addEventListener("click", () => {
    const finding = pick.closest("form").querySelector("input[name=finding]");
    finding.value = pick.textContent;
    finding.focus();
  });
}
