import { useCallback, useSyncExternalStore } from 'react'

/** The action of the button of a form with pages, before its last page. */
export interface FormStep {
  /** The words of the button. */
  readonly label: string
  /** Opens the next page when this one is valid, else shows its faults. */
  goOn(): void
}

const steps = new Map<string, ReadonlyMap<string, FormStep>>()
const listeners = new Set<() => void>()

/** Registers the step before the end of a form; null when its pages are at the end. */
export function setFormStep(formId: string, part: string, step: FormStep | null): void {
  const before = steps.get(formId) ?? new Map<string, FormStep>()
  if (step === null && !before.has(part)) return
  const after = new Map(before)
  if (step === null) after.delete(part)
  else after.set(part, step)
  if (after.size === 0) steps.delete(formId)
  else steps.set(formId, after)
  for (const listener of listeners) listener()
}

/** Returns the step before a form can be sent; null when it can be sent now. */
export function findFormStep(formId: string): FormStep | null {
  return steps.get(formId)?.values().next().value ?? null
}

/** Returns the result of `findFormStep`, kept up to date. */
export function useFormStep(formId: string): FormStep | null {
  const read = useCallback(() => findFormStep(formId), [formId])
  return useSyncExternalStore(subscribe, read)
}

const buttons = new Map<string, number>()

/** Registers that a page has a button for the end of a form. Returns the function that unregisters it. */
export function addFinishButton(formId: string): () => void {
  const change = (by: 1 | -1) => {
    buttons.set(formId, (buttons.get(formId) ?? 0) + by)
    for (const listener of listeners) listener()
  }
  change(1)
  return () => change(-1)
}

/**
 * Returns whether the page already has a button that opens the next page of a form. Then the form shows no such button.
 */
export function useHasFinishButton(formId: string): boolean {
  return useSyncExternalStore(subscribe, () => (buttons.get(formId) ?? 0) > 0)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
