import IconColumns3 from 'icon:columns-3'
import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../search-input/search-input.tsx'
import type { DataColumn } from './data-table.tsx'
import classes from './list-toolbar.module.css'

interface Props<Row> {
  readonly searchLabel: string
  readonly q: string
  readonly onSearch: (q: string) => void
  /** Filter chips and what adds one. */
  readonly filters?: ReactNode
  readonly columns: readonly DataColumn<Row>[]
  readonly hidden: readonly string[]
  readonly onHiddenChange: (hidden: readonly string[]) => void
}

/** Over a table: search and filters on the left, columns on the right. */
export function ListToolbar<Row>({ searchLabel, q, onSearch, filters, columns, hidden, onHiddenChange }: Props<Row>) {
  const { t } = useTranslation()
  const optional = columns.filter(({ isFixed }) => !isFixed)
  return (
    <div className={classes.toolbar}>
      <SearchInput size="xs" className={classes.search} label={searchLabel} value={q} onChange={onSearch} />
      {filters}
      <div className={classes.right}>
        <Menu>
          <Menu.Target>
            <Button size="xs" leftSection={<IconColumns3 size={15} stroke={1.6} />}>
              {t('common.columns')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {optional.map(({ id, label }) => {
              const isShown = !hidden.includes(id)
              return (
                <Menu.CheckboxItem
                  key={id}
                  checked={isShown}
                  onChange={() => onHiddenChange(isShown ? [...hidden, id] : hidden.filter((other) => other !== id))}
                >
                  {label}
                </Menu.CheckboxItem>
              )
            })}
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
}
