import IconSortAscending from 'icon:sort-ascending'
import IconSortDescending from 'icon:sort-descending'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { type ListDescription, listLimits, type SortKey } from '@millrace/contract'
import { readSort, writeSort } from '@millrace/contract/list-state'
import { useTranslation } from 'react-i18next'
import type { UsedList } from '../use-list.ts'

/**
 * The menu for the sort order of lists without column headers: each column in both directions, and a second column for
 * rows with equal values where the list supports it.
 */
export function SortMenu<L extends ListDescription, Row>({
  used: { list, state, change },
}: {
  used: UsedList<L, Row>
}) {
  const { t } = useTranslation()
  const usual = readSort(list, list.order.join(',')) ?? []
  const keys = state.sort.length > 0 ? state.sort : usual
  const [first] = keys
  if (first === undefined) return null
  const present = ({ name, isDescending }: SortKey) => {
    const column = list.columns[name]
    const label = column === undefined ? name : t(column.label)
    return t(isDescending ? 'list.descendingBy' : 'list.ascendingBy', { column: label })
  }
  const title = t('list.sortBy', { column: keys.map(present).join(t('list.thenInBetween')) })
  const Icon = first.isDescending ? IconSortDescending : IconSortAscending
  const sortBy = (sort: readonly SortKey[]) => change({ sort: writeSort(sort) === writeSort(usual) ? [] : [...sort] })
  // What comes after it stays, but for the column that is chosen now.
  const choose = (place: number, value: string) => {
    const [key] = readSort(list, value) ?? []
    const rest = keys.slice(place + 1).filter(({ name }) => name !== key?.name)
    sortBy([...keys.slice(0, place), ...(key === undefined ? [] : [key, ...rest])])
  }
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
        {Array.from(
          { length: Math.min(keys.length + 1, listLimits.sorts, list.sorts.length) },
          (_, place) => place,
        ).map((place) => {
          const before = keys.slice(0, place).map(({ name }) => name)
          const key = keys[place]
          const label = t(place === 0 ? 'list.sort' : 'list.thenBy')
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
            <div key={before.join(' ')} role="group" aria-label={label}>
              {place === 0 ? null : <Menu.Divider />}
              <Menu.Label>{label}</Menu.Label>
              <Menu.RadioGroup
                value={key === undefined ? '' : writeSort([key])}
                onChange={(value) => choose(place, value)}
              >
                {place === 0 ? null : (
                  <Menu.RadioItem value="" closeMenuOnClick>
                    {t('list.thenByNothing')}
                  </Menu.RadioItem>
                )}
                {list.sorts
                  .filter((name) => !before.includes(name))
                  .flatMap((name) =>
                    [false, true].map((isDescending) => (
                      <Menu.RadioItem
                        key={`${name} ${isDescending}`}
                        value={writeSort([{ name, isDescending }])}
                        closeMenuOnClick
                      >
                        {present({ name, isDescending })}
                      </Menu.RadioItem>
                    )),
                  )}
              </Menu.RadioGroup>
            </div>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
