import type { Allowance } from '../../meter.ts'
import { chargeValue } from '../charge-value.ts'
import { describe } from '../coerce.ts'
import { type Environment, Fault } from '../environment.ts'
import { isHostObject, readHostProperty } from '../host-object.ts'
import { DateTime } from '../joda/date-time.ts'
import { copyDeep, toPlain } from '../plain.ts'
import { presentText } from '../present-text.ts'
import { JsonNode } from '../spin/json-node.ts'
import type { FunctionTable } from './function-table.ts'

/** Functions that Camunda 7 and Operaton add to the language, those of Spin's JSON among them. */
export const camundaFunctions: FunctionTable = {
  now: [0, 0, ({ scope }) => scope.now],
  dateTime: [0, 0, ({ scope, timeZone }) => DateTime.at(scope.now, timeZone)],
  currentUser: [0, 0, ({ scope }) => scope.userId],
  currentUserGroups: [0, 0, (environment) => listGroups(environment)],
  S: [1, 2, ({ scope }, value) => readSpin(value, scope.allowance)],
  JSON: [1, 1, ({ scope }, value) => readJson(value, scope.allowance)],
}

/** Returns the groups of the current user, from `authentication.groupIds` of the Scope's objects. */
function listGroups({ scope }: Environment): unknown {
  const authentication = Object.hasOwn(scope.objects, 'authentication') ? scope.objects.authentication?.() : undefined
  return isHostObject(authentication) ? (readHostProperty(authentication, 'groupIds') ?? []) : []
}

function readSpin(value: unknown, allowance: Allowance): JsonNode {
  if (typeof value === 'string' && value.trimStart().startsWith('<')) {
    throw new Fault('Expected JSON, but found XML: XML is not read by expressions.')
  }
  return readJson(value, allowance)
}

/** What it holds is charged with its text before it is read, and looked through for its depth afterwards. */
function readJson(value: unknown, allowance: Allowance): JsonNode {
  if (value instanceof JsonNode) return value
  if (typeof value !== 'string') return new JsonNode(copyDeep(toPlain(value)), true)
  allowance.meter.charge(value.length >> 2)
  const read = parseJson(value)
  chargeValue(read, allowance)
  return new JsonNode(read, true)
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw new Fault(`Expected JSON, but ${describe(presentText(value))} is none.`)
  }
}
