import type { ChangeEvent } from 'react'
import { expect, it } from 'vitest'
import { pickLike, toFields } from './draft.ts'
import {
  choiceOfDraft,
  type DraftFields,
  dayOfDraft,
  flagOfDraft,
  numberOfDraft,
  personOfDraft,
} from './draft-field.ts'

const ines = { username: 'ines', displayName: 'Ines Duarte' }

interface Draft {
  readonly budget: number | null
  readonly from: string | null
  readonly isOpen: boolean
  readonly kind: string
  readonly owner: typeof ines | null
}
const empty: Draft = { budget: null, from: null, isOpen: false, kind: 'main', owner: null }

/** What fields of a draft say that it becomes. */
function open(draft: Draft) {
  const changes: Partial<Draft>[] = []
  const fields: DraftFields<Draft> = { draft, onChange: (part) => changes.push(part), isLocked: false, error: null }
  return { fields, changes }
}
const event = (target: object) => ({ currentTarget: target }) as ChangeEvent<HTMLInputElement>

it('picks what users change out of a record, and hands people on by their user names', () => {
  const record = { ...empty, owner: ines, id: '1', revision: 3 }
  const draft = pickLike(empty)(record)
  expect(draft).toEqual({ ...empty, owner: ines })
  expect(toFields(draft)).toEqual({ ...empty, owner: 'ines' })
  expect(toFields(empty)).toEqual(empty)
})

it('shows a number and a day that are left out as empty fields, and takes them out when they are cleared', () => {
  const { fields, changes } = open(empty)
  expect([numberOfDraft(fields, 'budget').value, dayOfDraft(fields, 'from').value]).toEqual(['', ''])
  numberOfDraft(fields, 'budget').onChange(12)
  numberOfDraft(fields, 'budget').onChange('')
  dayOfDraft(fields, 'from').onChange('2030-01-07')
  dayOfDraft(fields, 'from').onChange('')
  expect(changes).toEqual([{ budget: 12 }, { budget: null }, { from: '2030-01-07' }, { from: null }])
})

it('keeps a choice when none is taken instead, and changes a flag and a person', () => {
  const { fields, changes } = open({ ...empty, kind: 'support' })
  choiceOfDraft(fields, 'kind').onChange(null)
  flagOfDraft(fields, 'isOpen').onChange(event({ checked: true }))
  personOfDraft(fields, 'owner').onChoose(ines)
  expect(changes).toEqual([{ kind: 'support' }, { isOpen: true }, { owner: ines }])
})
