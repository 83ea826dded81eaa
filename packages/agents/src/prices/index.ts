// What models cost: for the executors that price what they used, and for the verb `prices`. Nothing heavy is imported here.
export {
  costOf,
  type KnownPrice,
  listedPrices,
  openPrices,
  type Price,
  type PriceSource,
  type Prices,
  type PriceTable,
  parsePriceTable,
  plainName,
  priceOf,
  type Tokens,
} from "./price-table.ts";
