import { MultiSelect, Select, VisuallyHidden } from '@mantine/core'
import { listNamed, listPairs, type NamedKind, readChoiceKey } from '@millrace/forms'
import { useState } from 'react'
import { type FieldProps, presentWrapper, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import { type Choice, nameOf, rememberName } from '../people/names.ts'
import { type Choices, useChoices } from '../people/use-choices.ts'
import { useDropDown } from './use-drop-down.ts'

/** A field for one or several users, groups, roles or rows, searched on the server by name. */
export function NamedInput({ kind, ...props }: FieldProps & { readonly kind: NamedKind }) {
  const { names, findChoices, store } = useFormView()
  const { field, instance, onEntry, onLeave } = props
  const of = { kind, node: field.node }
  const by = readChoiceKey(instance)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const chosen = listNamed(props.value ?? props.entry)
  const words = formTexts.named[kind]
  // The name of whoever is chosen stands in the field: nobody looks for that.
  const isChosen = chosen.some((id) => nameOf(names, of, id) === text)
  const found = useChoices({ node: field.node, q: isChosen ? '' : text.trim(), by }, isOpen)
  const hint = describe(found)
  const shared = {
    ...presentWrapper({ ...props, isDisabled: props.isDisabled || findChoices === undefined }),
    placeholder: chosen.length > 0 ? undefined : (textOf(field, 'placeholder') ?? words.placeholder),
    data: toOptions(
      found,
      chosen.map((id) => ({ id, name: nameOf(names, of, id) })),
      hint,
    ),
    // The server has looked already.
    filter: ({ options }: { options: unknown[] }) => options as never,
    searchable: true,
    onSearchChange: setText,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    onBlur: onLeave,
    ...useDropDown(),
  }
  const remember = (ids: readonly string[]) => {
    for (const choice of found.items) if (ids.includes(choice.id)) rememberName(names, of, choice)
  }
  /** Chooses an object and fills the fields that depend on it. */
  const fill = (id: string | null) => {
    const values = found.items.find((one) => one.id === id)?.columns ?? {}
    const pairs = listPairs(field.props, 'fills')
    if (pairs.length > 0) store.fill(instance, new Map(pairs.map((pair) => [pair.field, values[pair.name] ?? ''])))
  }
  return (
    <>
      {field.props.several === true ? (
        <MultiSelect
          {...shared}
          value={[...chosen]}
          onChange={(next) => {
            remember(next)
            onEntry(next)
          }}
        />
      ) : (
        <Select
          {...shared}
          value={chosen[0] ?? null}
          onChange={(next) => {
            remember(next === null ? [] : [next])
            onEntry(next)
            fill(next)
          }}
          clearable={!props.isRequired}
          clearButtonProps={{
            'aria-label': formTexts.clear(textOf(field, 'label') ?? ''),
            'aria-hidden': undefined,
            tabIndex: 0,
            size: '24px',
          }}
          allowDeselect={false}
        />
      )}
      <VisuallyHidden role="status">{isOpen ? hint : ''}</VisuallyHidden>
    </>
  )
}

/** Returns the message of the list for the state of the search. */
function describe({ state, items, isMore }: Choices): string {
  if (state === 'waiting') return formTexts.searching
  if (state === 'failed') return formTexts.searchFailed
  if (items.length === 0) return formTexts.nothingFound
  return isMore ? formTexts.moreFound(items.length) : formTexts.found(items.length)
}

/**
 * What was found, and who is chosen and was not. Those who are called the same have what they are kept by beside them.
 * What there is to say is in the list too: one without an option is none.
 */
function toOptions({ items, isMore }: Choices, chosen: readonly Choice[], hint: string) {
  const all = [...items, ...chosen.filter(({ id }) => !items.some((one) => one.id === id))]
  const options = all.map(({ id, name }) => {
    const isAlone = all.filter((one) => one.name === name).length === 1
    return { value: id, label: isAlone ? name : `${name} (${id})`, disabled: false }
  })
  return items.length > 0 && !isMore ? options : [...options, { value: '', label: hint, disabled: true }]
}
