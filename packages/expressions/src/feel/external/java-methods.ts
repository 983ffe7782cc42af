import { type Allowance, unitsOfReading } from '../../meter.ts'
import type { Evaluation } from '../compile/evaluation.ts'
import type { Argument } from '../values/function.ts'
import type { FeelValue } from '../values/value.ts'
import { formatJava } from './java-format.ts'
import { findJavaType, fromJava, type JavaType, type JavaValue, toJava } from './java-types.ts'

interface JavaMethod {
  /** The minimum number of arguments; the exact number, unless the last parameter takes any number. */
  readonly parameterCount: number
  readonly isVariadic: boolean
  call(args: readonly Argument[], evaluation: Evaluation): FeelValue
}

/** None of ours is written longer, and what is, is not read. */
const MAX_LENGTH = 1000

/** Returns a static method of the JDK by its signature, such as `max(int, int)`. Undefined: we do not have it. */
export function findJavaMethod(className: string, signature: string): JavaMethod | undefined {
  if (className.length + signature.length > MAX_LENGTH) return undefined
  const match = /^\s*(\w+)\s*\((.*)\)\s*$/.exec(signature)
  const types = match?.[2]?.trim() ? match[2].split(',').map(findJavaType) : []
  const run = METHODS.get(`${className}.${match?.[1] ?? ''}(${types.join(',')})`)
  return run && createMethod(types as JavaType[], run)
}

type Run = (...args: never[]) => JavaValue

function createMethod(types: readonly JavaType[], run: Run): JavaMethod {
  const isVariadic = types.at(-1) === 'Object[]'
  const fixed = isVariadic ? types.slice(0, -1) : types
  return {
    parameterCount: fixed.length,
    isVariadic,
    call(args, { allowance }) {
      const values = fixed.map((type, index) => toJava(args[index] ?? null, type, allowance))
      if (isVariadic) values.push(toJava(spread(args.slice(fixed.length)), 'Object[]', allowance))
      if (values.includes(undefined)) return null
      const text = values.find((value) => typeof value === 'string')
      allowance.meter.charge(1 + unitsOfReading(text?.length ?? 0))
      return fromJava(run(...((MAKING_TEXTS.has(run) ? [allowance, ...values] : values) as never[])))
    },
  }
}

/** The rest of the arguments, or the one list that was given for all of them. */
function spread(args: readonly Argument[]): FeelValue {
  const [only] = args
  return args.length === 1 && Array.isArray(only) ? only : args.map((argument) => argument ?? null)
}

const METHODS = new Map<string, Run>()

/** They get the allowance before their arguments. */
const MAKING_TEXTS: ReadonlySet<Run> = new Set<Run>([formatJava, presentJava])

function define(className: string, types: readonly string[], methods: Readonly<Record<string, Run>>): void {
  for (const [name, run] of Object.entries(methods)) {
    for (const list of types) METHODS.set(`${className}.${name}(${list})`, run)
  }
}

const MATH = 'java.lang.Math'

define(MATH, ['double'], {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log10: Math.log10,
  log1p: Math.log1p,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  floor: Math.floor,
  ceil: Math.ceil,
  rint: roundHalfEven,
  toRadians: (degrees: number) => (degrees / 180) * Math.PI,
  toDegrees: (radians: number) => (radians * 180) / Math.PI,
})
define(MATH, ['double', 'float'], { signum: Math.sign, round: (value: number) => Math.floor(value + 0.5) })
define(MATH, ['double,double'], {
  pow: (base: number, exponent: number) => base ** exponent,
  atan2: Math.atan2,
  hypot: Math.hypot,
})
define(MATH, ['int', 'long', 'float', 'double'], { abs: Math.abs })
define(MATH, ['int,int', 'long,long', 'float,float', 'double,double'], { max: Math.max, min: Math.min })
define(MATH, ['int,int', 'long,long'], {
  addExact: (left: number, right: number) => left + right,
  subtractExact: (left: number, right: number) => left - right,
  multiplyExact: (left: number, right: number) => left * right,
  floorDiv: (left: number, right: number) => (right === 0 ? null : Math.floor(left / right)),
  floorMod: (left: number, right: number) => (right === 0 ? null : left - right * Math.floor(left / right)),
})

define('java.lang.String', ['String,Object[]'], { format: formatJava })
define('java.lang.String', ['int', 'long', 'boolean', 'char', 'Object'], { valueOf: presentJava })
define('java.lang.String', ['double'], { valueOf: presentDouble })
define('java.lang.String', ['float'], { valueOf: presentFloat })

define('java.lang.Integer', ['String'], { parseInt: parseWithin(2 ** 31), valueOf: parseWithin(2 ** 31) })
define('java.lang.Long', ['String'], { parseLong: parseWhole, valueOf: parseWhole })
define('java.lang.Double', ['String'], { parseDouble: parseDecimal, valueOf: parseDecimal })
define('java.lang.Float', ['String'], { parseFloat: parseSingle, valueOf: parseSingle })
define('java.lang.Short', ['String'], { parseShort: parseWithin(2 ** 15), valueOf: parseWithin(2 ** 15) })
define('java.lang.Byte', ['String'], { parseByte: parseWithin(2 ** 7), valueOf: parseWithin(2 ** 7) })
define('java.math.BigInteger', ['long'], { valueOf: (value: number) => value })
define('java.math.BigDecimal', ['long', 'double'], { valueOf: (value: number) => value })
define('java.lang.Boolean', ['String'], { parseBoolean: isTrue, valueOf: isTrue })
for (const [className, type] of [
  ['java.lang.Integer', 'int'],
  ['java.lang.Long', 'long'],
  ['java.lang.Double', 'double'],
  ['java.lang.Float', 'float'],
] as const) {
  const present = type === 'double' ? presentDouble : type === 'float' ? presentFloat : presentJava
  define(className, [type], { toString: present, valueOf: (value: number) => value })
  define(className, [`${type},${type}`], {
    max: Math.max,
    min: Math.min,
    sum: (left: number, right: number) => left + right,
    compare: (left: number, right: number) => Math.sign(left - right),
  })
}
define('java.lang.Integer', ['int'], {
  toHexString: (value: number) => (value >>> 0).toString(16),
  toBinaryString: (value: number) => (value >>> 0).toString(2),
  toOctalString: (value: number) => (value >>> 0).toString(8),
  signum: Math.sign,
})

define('java.lang.Character', ['char'], {
  valueOf: (char: string) => char,
  toString: (char: string) => char,
  isDigit: (char: string) => /^\p{Nd}$/u.test(char),
  isLetter: (char: string) => /^\p{L}$/u.test(char),
  isLetterOrDigit: (char: string) => /^[\p{L}\p{Nd}]$/u.test(char),
  isUpperCase: (char: string) => /^\p{Lu}$/u.test(char),
  isLowerCase: (char: string) => /^\p{Ll}$/u.test(char),
  isWhitespace: (char: string) => /^\s$/u.test(char),
  toUpperCase: (char: string) => char.toUpperCase(),
  toLowerCase: (char: string) => char.toLowerCase(),
  getNumericValue: (char: string) => (/^[0-9a-z]$/i.test(char) ? Number.parseInt(char, 36) : -1),
})

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

function presentJava(allowance: Allowance, value: JavaValue): string {
  return formatJava(allowance, '%s', [value]) ?? ''
}

/** Presents a number as `Double.toString` does: with a digit behind the point, and an exponent from 10^7 or below 10^-3. */
function presentDouble(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e')
    return `${withFraction(digits)}E${Number(exponent)}`
  }
  return withFraction(String(value))
}

/** Presents a number with as few digits as tell it from other numbers of single precision, as `Float.toString` does. */
function presentFloat(value: number): string {
  for (let precision = 1; precision < 9; precision++) {
    const rounded = Number(value.toPrecision(precision))
    if (Math.fround(rounded) === value) return presentDouble(rounded)
  }
  return presentDouble(Number(value.toPrecision(9)))
}

function withFraction(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`
}

function parseWhole(text: string | null): number | null {
  return text !== null && /^[+-]?\d{1,16}$/.test(text) ? Number(text) : null
}

function parseDecimal(text: string | null): number | null {
  return text !== null && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(text) ? Number(text) : null
}

function parseSingle(text: string | null): number | null {
  const value = parseDecimal(text)
  return value === null ? null : Math.fround(value)
}

function parseWithin(limit: number): (text: string | null) => number | null {
  return (text) => {
    const value = parseWhole(text)
    return value !== null && value >= -limit && value < limit ? value : null
  }
}

function isTrue(text: string | null): boolean {
  return text?.toLowerCase() === 'true'
}
