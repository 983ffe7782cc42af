import type { Person } from '@millrace/contract'
import type { ChangeEvent } from 'react'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'

/** A draft with everything that its fields need. */
export interface DraftFields<Draft> {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
  readonly isLocked: boolean
  /** The error of the last save. */
  readonly error: unknown
}

type With<Name extends string, Value> = { readonly [Key in Name]: Value }

/** Returns the props of a text field of a draft: value, error and change handler. */
export function textOfDraft<Draft extends With<Name, string>, Name extends string>(
  fields: DraftFields<Draft>,
  name: Name,
) {
  const { value, error, isLocked, onChange } = fieldOf(fields, name)
  return {
    readOnly: isLocked,
    value,
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  }
}

/** Returns the props of a `NumberInput` of a draft, for an optional number. */
export function numberOfDraft<Draft extends With<Name, number | null>, Name extends string>(
  fields: DraftFields<Draft>,
  name: Name,
) {
  const { value, error, isLocked, onChange } = fieldOf(fields, name)
  return {
    readOnly: isLocked,
    value: value ?? '',
    error,
    onChange: (next: number | string) => onChange(typeof next === 'number' ? next : null),
  }
}

/** Returns the props of a `DateInput` of a draft, for an optional day. */
export function dayOfDraft<Draft extends With<Name, string | null>, Name extends string>(
  fields: DraftFields<Draft>,
  name: Name,
) {
  const { value, error, isLocked, onChange } = fieldOf(fields, name)
  return {
    precision: 'day' as const,
    readOnly: isLocked,
    value: value ?? '',
    error,
    onChange: (day: string) => onChange(day === '' ? null : day),
  }
}

/** Returns the props of a `Select` of a draft that always has a value. */
export function choiceOfDraft<Draft extends With<Name, string>, Name extends string>(
  fields: DraftFields<Draft>,
  name: Name,
) {
  const { value, error, isLocked, onChange } = fieldOf(fields, name)
  return {
    allowDeselect: false,
    disabled: isLocked,
    value,
    error,
    onChange: (next: string | null) => onChange(next ?? value),
  }
}

/** Returns the props of a `Switch` of a draft. */
export function flagOfDraft<Draft extends With<Name, boolean>, Name extends string>(
  fields: DraftFields<Draft>,
  name: Name,
) {
  const { value, error, isLocked, onChange } = fieldOf(fields, name)
  return {
    disabled: isLocked,
    checked: value,
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked),
  }
}

/** Returns the props of a `PersonField` of a draft. */
export function personOfDraft<Draft extends With<Name, Person | null>, Name extends string>(
  fields: DraftFields<Draft>,
  name: Name,
) {
  const { value, error, isLocked, onChange } = fieldOf(fields, name)
  return { isLocked, chosen: value as Person | null, error, onChoose: (next: Person | null) => onChange(next) }
}

function fieldOf<Draft extends With<Name, unknown>, Name extends string>(
  { draft, onChange, isLocked, error }: DraftFields<Draft>,
  name: Name,
) {
  return {
    value: draft[name] as Draft[Name],
    error: describeFaultOf(error, name),
    isLocked,
    onChange: (value: unknown) => onChange({ [name]: value } as unknown as Partial<Draft>),
  }
}
