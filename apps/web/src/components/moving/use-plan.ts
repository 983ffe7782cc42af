import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ReadModel } from '../bpmn-diagram/read-model.ts'
import type { NewStep, PlanStep } from './plan-steps.ts'
import type { EnteredVariable, Skips } from './variables-pane.tsx'

/** Milliseconds between the last change and the dry run. */
const pause = 300

/** Returns the entries of a plan: steps, variables, options and reason, with functions that change them. */
export function usePlan() {
  const [steps, setSteps] = useState<readonly PlanStep[]>([])
  const [variables, setVariables] = useState<readonly EnteredVariable[]>([])
  const [skips, setSkips] = useState<Skips>({ skipsListeners: false, skipsIoMappings: false })
  const [reason, setReason] = useState('')
  const isEmpty = steps.length === 0 && variables.every(({ name }) => name === '')
  const add = (step: NewStep) => setSteps((before) => [...before, { ...step, key: crypto.randomUUID() }])
  const discard = () => {
    setSteps([])
    setVariables([])
  }
  return {
    ...{ steps, setSteps, variables, setVariables, skips, setSkips, reason, setReason, isEmpty, add, discard },
    isDirty: !isEmpty || reason !== '',
  }
}

/** Returns a value after it has not changed for a short time. */
export function useSettled<T>(value: T): T {
  return useDebouncedValue(value, pause)[0]
}

/** Returns the names of the steps of a model by id. A sequence flow without a name has the name of its target. */
export function namesOf(model: ReadModel | null): (id: string) => string {
  const names = new Map((model?.steps ?? []).map(({ id, name }) => [id, name ?? id]))
  const flows = new Map((model?.flows ?? []).map(({ id, to }) => [id, to]))
  return (id) => names.get(flows.get(id) ?? id) ?? id
}
