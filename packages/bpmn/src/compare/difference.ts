/** The value of a property: a text, or its content. */
export interface PropertyValue {
  readonly text: string | null
  /** For a reference, whose text is an id: the name of the referenced element. */
  readonly leadsTo?: string
  readonly parts: readonly PropertyPart[]
}

export interface PropertyPart {
  /** The name in the vocabulary, the same for all dialects. */
  readonly name: string
  /** The name of one of several parts, such as a field, or the event of a listener. Null for a single part. */
  readonly item: string | null
  readonly value: PropertyValue
}

/** A property that differs, with the path from the element to it: `formData`, `formField` “amount”, `label`. */
export interface PropertyDifference {
  readonly path: readonly Pick<PropertyPart, 'name' | 'item'>[]
  /** Null: it was not there. */
  readonly before: PropertyValue | null
  /** Null: it no longer exists. */
  readonly after: PropertyValue | null
}

/** The kind of a difference. `moved`: only its drawing differs, in position, waypoints or colour. */
export type DifferenceKind = 'added' | 'removed' | 'changed' | 'moved'

export interface ElementDifference {
  /** The id of the element, empty for the file itself. If the id was changed, the new one. */
  readonly id: string
  /** The element of BPMN: `userTask`, `sequenceFlow`, `message`. */
  readonly type: string
  readonly name: string | null
  readonly kind: DifferenceKind
  /** The differing properties of a changed element, in the order of the file; empty for other differences. */
  readonly properties: readonly PropertyDifference[]
  /** Whether its position, route or colour in the diagram changed. */
  readonly isDrawnAnew: boolean
}

export type Comparison =
  | { readonly ok: true; readonly differences: readonly ElementDifference[] }
  /** One of the files is not readable XML. */
  | { readonly ok: false; readonly unreadable: 'before' | 'after' }
