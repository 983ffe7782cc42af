import { Popover } from '@mantine/core'
import type { ListDescription, SetFilter } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFilter, type FilterChoices } from './describe-filter.ts'
import { FilterChip } from './filter-chip.tsx'
import { FilterEditor } from './filter-editor.tsx'

interface Props {
  readonly list: ListDescription
  readonly filters: readonly SetFilter[]
  readonly choices: FilterChoices
  readonly onChange: (before: SetFilter, after: SetFilter | null) => void
}

/** The active filters of a list. Each can be changed and removed. */
export function FilterChips({ list, filters, choices, onChange }: Props) {
  return filters.map((filter) => (
    <SetChip
      key={`${filter.name}.${filter.operator}`}
      list={list}
      set={filter}
      choices={choices}
      onChange={(after) => onChange(filter, after)}
    />
  ))
}

function SetChip({
  list,
  set,
  choices,
  onChange,
}: {
  list: ListDescription
  set: SetFilter
  choices: FilterChoices
  onChange: (after: SetFilter | null) => void
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const filter = list.filters[set.name]
  const { name, value } = describeFilter(list, set, { choices, t })
  if (filter === undefined) return null
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <FilterChip
          name={name}
          value={value}
          isOpen={isOpen}
          onEdit={() => setOpen(!isOpen)}
          onRemove={() => onChange(null)}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('list.editFilter', { name: `${name} ${value}` })}>
        <FilterEditor
          name={set.name}
          filter={filter}
          choices={choices[set.name]}
          set={set}
          onApply={(after) => {
            setOpen(false)
            onChange(after)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
