/**
 * Lists all identifiers in a script: only these variables can be used by name. Words in strings and comments are
 * included; each costs one look-up.
 */
export function findIdentifiers(source: string): string[] {
  const names = new Set(source.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))
  return [...names].filter((name) => !notVariables.has(name))
}

/** Words of the language, and the globals of the sandbox, which no variable replaces. */
const notVariables: ReadonlySet<string> = new Set(
  `abstract arguments as async await boolean break byte case catch char class const continue debugger default delete do
  double else enum eval export extends false final finally float for from function get goto if implements import in
  instanceof int interface let long native new null of package private protected public return set short static super
  switch synchronized this throw throws transient true try typeof undefined var void volatile while with yield NaN
  Infinity Error EvalError RangeError ReferenceError SyntaxError TypeError URIError InternalError AggregateError Array
  Object Function Iterator parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape unescape Number Boolean String Math Reflect Symbol globalThis BigInt Date RegExp JSON Map Set
  WeakMap ArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array
  BigInt64Array BigUint64Array Float16Array Float32Array Float64Array DataView Promise print console`.split(/\s+/),
)
