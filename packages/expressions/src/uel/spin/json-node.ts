/**
 * A node of Camunda Spin's JSON API: what `S(…)`, `JSON(…)` and `order.prop('x')` return. Wraps a plain value, which a
 * node in a tree of its own (`isOwned`) may change.
 */
export class JsonNode {
  readonly value: unknown
  readonly isOwned: boolean

  constructor(value: unknown, isOwned: boolean) {
    this.value = value
    this.isOwned = isOwned
  }
}
