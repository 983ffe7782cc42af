import type { Binding, ExpressionText } from '@millrace/bpmn'
import type { DefinitionRef } from '../../definition.ts'
import { NeedsMore } from '../../outcome.ts'
import { getDefinition, getInstance, type Step } from '../../step.ts'
import { evaluate, evaluateString } from './evaluate.ts'
import type { Occasion } from './occasion.ts'

/** Returns the version of a process or decision that a call refers to, with its expressions evaluated. */
export function refFor(
  step: Step,
  occasion: Occasion,
  key: string,
  { binding, tenantId: tenant }: { binding: Binding; tenantId: ExpressionText | null },
): DefinitionRef {
  const { instanceId } = occasion.place
  const tenantId = tenant === null ? getInstance(step, instanceId).tenantId : evaluateString(step, occasion, tenant)
  switch (binding.kind) {
    case 'id':
      return { by: 'id', id: key }
    case 'deployment':
      return { by: 'deployment', key, deploymentId: getDefinition(step, instanceId).deploymentId }
    case 'version':
      return { by: 'version', key, version: Number(evaluate(step, occasion, binding.version)), tenantId }
    case 'versionTag':
      return { by: 'versionTag', key, versionTag: evaluateString(step, occasion, binding.versionTag) ?? '', tenantId }
    case 'latest':
      return { by: 'latest', key, tenantId }
    default:
      return binding satisfies never
  }
}

/** Returns whether the version that a call refers to can no longer be started. */
export function isClosed({ sources }: Step, of: 'process' | 'decision', ref: DefinitionRef): boolean {
  const closed = sources.isClosed === undefined ? false : sources.isClosed(of, ref)
  if (closed === undefined) throw new NeedsMore({ kind: 'closed', of, ref })
  return closed
}
