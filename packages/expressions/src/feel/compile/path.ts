import type { NodeOf } from '../syntax/node.ts'
import { unitsOfZone } from '../temporal/zone-units.ts'
import { findEntry } from '../values/find-entry.ts'
import { findProperty } from '../values/find-property.ts'
import { type FeelValue, isContext, isList } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import type { Evaluation } from './evaluation.ts'
import type { Code } from './frame.ts'
import type { Scope } from './scope.ts'

/**
 * Compiles `target.name`: an entry, a property of a date, time, duration or range, or the list of those of each item.
 */
export function compilePath({ target, name }: NodeOf<'path'>, scope: Scope): Code {
  const code = compileNode(target, scope)
  return (frame) => getMember(code(frame), name, frame.root.evaluation)
}

/** Null when the value has no such member. */
function getMember(target: FeelValue, name: string, evaluation: Evaluation): FeelValue {
  if (isContext(target)) return findEntry(target, name, evaluation.meter) ?? null
  if (isList(target)) {
    evaluation.checkList(target.length)
    evaluation.charge(target.length)
    return target.map((item) => getMember(item, name, evaluation))
  }
  evaluation.charge(unitsOfZone(target))
  return findProperty(target, name) ?? null
}
