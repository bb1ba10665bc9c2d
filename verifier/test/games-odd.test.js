import { testGames } from "./games.js";

testGames(1);
