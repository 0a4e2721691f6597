// An entry of another tablet that was not written: both sides of it, and how a director drops it.

import { make } from "../sheets/panel.js";
import { settle, time } from "./late_entries.js";

const WHY = ["It is on the sheet already", "What is on the sheet is right", "It was entered by mistake"];

// For the sheet of what was entered: both sides of each.
export const sidesOf = (page, close) =>
  page.unsettled.others.map((one) =>
    make("section", { className: "differ" }, [
      make("h3", { text: "The other tablet has an entry that was not written" }),
      make("div", { className: "sides" }, [
        make("div", { className: "theirs" }, [
          make("h4", { text: "Written" }),
          make("ol", {}, one.meanwhile.map(({ told, written_by: by, device, written_at: at }) =>
            make("li", {}, [make("b", { text: told }), make("small", { text: ` badge ${by}, ${device}, ${time(at)}` })]),
          )),
        ]),
        make("div", { className: "ours" }, [
          make("h4", { text: "Not written" }),
          make("p", {}, [make("b", { text: one.told }), make("small", { text: ` badge ${one.by}, ${one.device}, ${time(one.occurred_at)}` })]),
        ]),
      ]),
      page.role === "director"
        ? make("div", { className: "row" }, [
            make("button", { type: "button", text: "Drop it, as the director", onclick: () => close(() => dropFor(page, one)) }),
          ])
        : make("p", { className: "quiet", text: "Compare the two together. It goes away when the tablet that made it has settled it; if that tablet is gone, call the director." }),
    ]),
  );

async function dropFor(page, { entry, told }) {
  const reason = await whyDropped(page, told);
  if (!reason) return;
  const { what, next_step: next } = await settle(page.state.game.id, entry, { reason }).catch(() => ({ what: "There is no network." }));
  if (what) await page.panel.tell("Not settled", [what, next].filter(Boolean));
  await page.reload();
}

// Why an entry is not to be on the sheet; null where it is kept after all.
export function whyDropped(page, words) {
  return page.panel.ask("Drop it", (close) => {
    const reasons = WHY.map((text, at) =>
      make("label", { className: "reason" }, [make("input", { type: "radio", name: "why", value: text, checked: at === 0 }), ` ${text}`]),
    );
    const chosen = () => reasons.map(({ firstChild }) => firstChild).find(({ checked }) => checked).value;
    return [
      make("p", { text: `“${words}” will not be on the sheet. Why?` }),
      make("fieldset", { className: "reasons" }, reasons),
      make("div", { className: "row" }, [
        make("button", { type: "button", className: "go", text: "Drop it", onclick: () => close(chosen()) }),
        make("button", { type: "button", text: "Cancel", onclick: () => close(null) }),
      ]),
    ];
  });
}
