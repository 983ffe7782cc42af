import type { PlacedFinding } from '../read/context.ts'
import { checkAssociations } from './associations.ts'
import { checkAttributes } from './attributes.ts'
import type { DefinitionsCheck, DefinitionsInput } from './definitions-check.ts'
import { checkDiagram } from './diagram.ts'
import { checkIds } from './ids.ts'
import { checkKnownElements } from './known-elements.ts'
import { checkProcesses } from './processes.ts'
import { checkRootElements } from './root-elements.ts'

const checks: readonly DefinitionsCheck[] = [
  checkKnownElements,
  checkAttributes,
  checkIds,
  checkRootElements,
  checkProcesses,
  checkAssociations,
  checkDiagram,
]

/** Checks a file against the schema of BPMN 2.0, and definitions outside of processes against the rules of vendors. */
export function checkDefinitions(input: DefinitionsInput): PlacedFinding[] {
  return checks.flatMap((check) => [...check(input)])
}
