import type { Allowance } from '../../meter.ts'
import { type FeelNumber, fromDouble, isWhole, toDouble } from '../values/number.ts'
import { presentValue } from '../values/present-value.ts'
import { type FeelList, type FeelValue, isList, isNumber } from '../values/value.ts'

/** The argument of a Java method: plain values, numbers as doubles, a list for varargs. */
export type JavaValue = string | number | boolean | null | readonly JavaValue[]

type Convert = (value: FeelValue, allowance: Allowance) => JavaValue | undefined

/** Types of parameters, by the names that method signatures use. */
const TYPES = {
  int: whole(-2_147_483_648, 2_147_483_647),
  long: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  short: whole(-32_768, 32_767),
  byte: whole(-128, 127),
  double: number,
  float: (value) => {
    const double = number(value)
    return typeof double === 'number' ? Math.fround(double) : undefined
  },
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  char: (value) => (typeof value === 'string' && isCharacter(value) ? value : undefined),
  String: (value) => (typeof value === 'string' || value === null ? value : undefined),
  Object: toObject,
  'Object[]': (value, allowance) => (isList(value) ? toObjects(value, allowance) : undefined),
} satisfies Record<string, Convert>

export type JavaType = keyof typeof TYPES

/** Finds the type of a name such as `int`, `java.lang.Integer` or `[Ljava.lang.Object;`. Undefined: unknown. */
export function findJavaType(name: string): JavaType | undefined {
  const short = name.trim().replace(/^java\.(lang|math)\./, '')
  const array = /^(?:\[L(.*);|(.*)(?:\[\]|\.\.\.))$/.exec(short)
  const element = array && findJavaType(array[1] ?? array[2] ?? '')
  if (element) return element === 'Object' || element === 'String' ? 'Object[]' : undefined
  if (Object.hasOwn(BOXED, short)) return BOXED[short]
  return Object.hasOwn(TYPES, short) ? (short as JavaType) : undefined
}

const BOXED: Readonly<Record<string, JavaType>> = {
  Integer: 'int',
  Long: 'long',
  Short: 'short',
  Byte: 'byte',
  Double: 'double',
  Float: 'float',
  Boolean: 'boolean',
  Character: 'char',
  Number: 'double',
  BigDecimal: 'double',
  BigInteger: 'long',
}

/** Converts a FEEL value to a Java type; undefined when it does not fit. */
export function toJava(value: FeelValue, type: JavaType, allowance: Allowance): JavaValue | undefined {
  const convert: Convert = TYPES[type]
  return convert(value, allowance)
}

export function fromJava(value: JavaValue): FeelValue {
  if (typeof value === 'number') return fromDouble(value)
  return value !== null && typeof value === 'object' ? value.map((item) => fromJava(item)) : value
}

/** Java cuts what is behind the point. */
function whole(min: number, max: number): (value: FeelValue) => number | undefined {
  return (value) => {
    const double = number(value)
    if (double === undefined) return undefined
    const integer = Math.trunc(double)
    return integer >= min && integer <= max ? integer + 0 : undefined
  }
}

function number(value: FeelValue): number | undefined {
  return isNumber(value) ? toDouble(value) : undefined
}

/** Returns whether a text is one character, which may have two UTF-16 units. */
export function isCharacter(text: string): boolean {
  return text.length > 0 && text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length
}

function toObject(value: FeelValue, allowance: Allowance): JavaValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (isNumber(value)) return isExact(value) ? toDouble(value) : presentValue(value, allowance)
  return isList(value) ? toObjects(value, allowance) : presentValue(value, allowance)
}

function toObjects(items: FeelList, allowance: Allowance): JavaValue {
  allowance.meter.charge(items.length)
  return items.map((item) => toObject(item, allowance))
}

function isExact(value: FeelNumber): boolean {
  return typeof value === 'number' || !isWhole(value)
}
