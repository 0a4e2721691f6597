// The page of a case works without this: a tap on a finding puts its words into the field.

for (const pick of document.querySelectorAll(".pick")) {
  pick.addEventListener("click", () => {
    const finding = pick.closest("form").querySelector("input[name=finding]");
    finding.value = pick.textContent;
    finding.focus();
  });
}

// A reading that is chosen is the finding, unless another was written.
for (const reading of document.querySelectorAll("[name=reading][data-words]")) {
  reading.addEventListener("change", () => {
    const finding = reading.form.querySelector("input[name=finding]");
    const chosen = [...reading.form.elements.reading].map(({ dataset }) => dataset.words);
    if (!finding.value || chosen.includes(finding.value)) finding.value = reading.dataset.words;
  });
}

// Clocks as somebody remembers or read them: a tap puts them into both fields.
for (const use of document.querySelectorAll(".set-times")) {
  use.addEventListener("click", () => {
    const form = use.closest("form");
    for (const seat of ["first", "second"]) {
      form.querySelector(`input[name=times_${seat}]`).value = use.dataset[seat].replace("−", "-");
    }
    form.querySelector("input[name=times_second]").focus();
  });
}
