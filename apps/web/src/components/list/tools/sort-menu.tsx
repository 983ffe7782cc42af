import IconSortAscending from 'icon:sort-ascending'
import IconSortDescending from 'icon:sort-descending'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { ListDescription } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import { useTranslation } from 'react-i18next'
import type { UsedList } from '../use-list.ts'

/** The order of a list that has no heads to choose it at: each column up and down. */
export function SortMenu<L extends ListDescription, Row>({
  used: { list, state, change },
}: {
  used: UsedList<L, Row>
}) {
  const { t } = useTranslation()
  const [first] = state.sort.length > 0 ? state.sort : (readSort(list, list.order.join(',')) ?? [])
  if (first === undefined) return null
  const present = (name: string, isDescending: boolean) => {
    const column = list.columns[name]
    const label = column === undefined ? name : t(column.label)
    return t(isDescending ? 'list.descendingBy' : 'list.ascendingBy', { column: label })
  }
  const title = t('list.sortBy', { column: present(first.name, first.isDescending) })
  const Icon = first.isDescending ? IconSortDescending : IconSortAscending
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={title}>
          <ActionIcon size="sm" aria-label={title}>
            <Icon size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('list.sort')}</Menu.Label>
        <Menu.RadioGroup
          value={`${first.isDescending ? '-' : ''}${first.name}`}
          onChange={(value) => change({ sort: value === list.order.join(',') ? [] : (readSort(list, value) ?? []) })}
        >
          {list.sorts.flatMap((name) =>
            [false, true].map((isDescending) => (
              <Menu.RadioItem
                key={`${name} ${isDescending}`}
                value={`${isDescending ? '-' : ''}${name}`}
                closeMenuOnClick
              >
                {present(name, isDescending)}
              </Menu.RadioItem>
            )),
          )}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
