import { memoryStore } from "../../../runtime/stores/memory.js";
import { describeStore } from "./contract.js";

describeStore("the store in memory", memoryStore);
