// Times of day on the page, as the hall's clock has them.

import { minuteInZone } from "../../frame/hall_time.js";

export const time = (at) => (at ? minuteInZone(at) : "");
