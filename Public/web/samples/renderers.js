// The samples' own renderers. Another app brings its own, in a file like these.

import { register } from "../renderers.js";
import { planetDetail, planetList, planetsStart } from "./planets.js";

register("Planets.Start", planetsStart);
register("Planets.List", planetList);
register("Planets.Detail", planetDetail);
