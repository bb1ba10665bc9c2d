import { testGames } from "./games.js";

testGames(0);
