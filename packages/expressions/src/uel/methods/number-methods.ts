import { describe, isNumeric, isWhole, type Numeric, toLong } from '../coerce.ts'
import { compare, isSame } from '../compare.ts'
import { Fault } from '../environment.ts'
import type { MethodTable } from './method-table.ts'

/** Methods of java.lang.Long, Integer and Double. */
export const numberMethods: MethodTable<Numeric> = {
  intValue: [0, 0, (self) => Number(BigInt.asIntN(32, BigInt(whole(self))))],
  longValue: [0, 0, (self) => toLong(self)],
  shortValue: [0, 0, (self) => Number(BigInt.asIntN(16, BigInt(whole(self))))],
  byteValue: [0, 0, (self) => Number(BigInt.asIntN(8, BigInt(whole(self))))],
  doubleValue: [0, 0, (self) => Number(self)],
  floatValue: [0, 0, (self) => Math.fround(Number(self))],
  isNaN: [0, 0, (self) => Number.isNaN(self)],
  isInfinite: [0, 0, (self) => typeof self === 'number' && Math.abs(self) === Number.POSITIVE_INFINITY],
  equals: [1, 1, (self, other) => isSame(self, other)],
  compareTo: [1, 1, (self, other) => Math.sign(compare(self, numeric(other)))],
  hashCode: [0, 0, (self) => hashNumber(self)],
}

export const booleanMethods: MethodTable<boolean> = {
  booleanValue: [0, 0, (self) => self],
  equals: [1, 1, (self, other) => self === other],
  compareTo: [1, 1, (self, other) => compare(self, other)],
  hashCode: [0, 0, (self) => (self ? 1231 : 1237)],
}

function whole(value: Numeric): Numeric {
  const long = toLong(value)
  return typeof long === 'number' && !Number.isFinite(long) ? 0 : long
}

function numeric(value: unknown): Numeric {
  if (isNumeric(value)) return value
  throw new Fault(`Expected a number to compare with, but ${describe(value)} is none.`)
}

function hashNumber(value: Numeric): number {
  const bits = isWhole(value) ? BigInt.asUintN(64, BigInt(value)) : new DataView(doubleBytes(value)).getBigUint64(0)
  return Number(BigInt.asIntN(32, bits ^ (bits >> 32n)))
}

function doubleBytes(value: Numeric): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, Number(value))
  return view.buffer
}
