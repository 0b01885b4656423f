// The renderers of the sample app. Replace this file with your app's.

import { register } from "../renderers.js";
import { cabinDeck, cabinDetail } from "./ferry/cabins.js";
import { overview, payment, processing } from "./ferry/receipt.js";
import { sailings } from "./ferry/sailings.js";
import { ticket } from "./ferry/ticket.js";
import { planetDetail, planetList, planetsStart } from "./planets.js";

register("Planets.Start", planetsStart);
register("Planets.List", planetList);
register("Planets.Detail", planetDetail);

register("Ferry.Sailings", sailings);
register("CabinDeck.List", cabinDeck);
register("CabinDeck.Detail", cabinDetail);
register("Ferry.Summary", overview);
register("Ferry.Review", overview);
register("Ferry.Payment", payment);
register("Ferry.Processing", processing);
register("Ferry.Confirmation", ticket);
