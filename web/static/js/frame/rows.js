// The rows of a list. One that says what it said stays the element it was, and where its neighbours
// come and go it is not moved: what is taken away under a finger or a key is not pressed.

// `told` has what each row is about, `build` makes the row of it; `also` is what else they say.
export function showRows(list, told, build, also = "") {
  const there = new Map([...list.children].map((row) => [row.told, row]));
  const rows = told.map((one) => {
    const says = JSON.stringify([one, also]);
    const row = there.get(says) ?? Object.assign(build(one), { told: says });
    there.delete(says);
    return row;
  });
  const stay = new Set(rows);
  for (const row of [...list.children]) if (!stay.has(row)) row.remove();
  rows.forEach((row, at) => {
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
  });
}
