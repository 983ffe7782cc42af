import IconFilter from 'icon:filter'
import IconSortDescending from 'icon:sort-descending'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { priorityLevels } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilterChip } from '../../components/chip/filter-chip.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import type { TaskLocation } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './task-filters.module.css'
import { type TaskListState, type TaskSort, taskFiltersQuery, taskSorts } from './task-queries.ts'

const sortLabels = {
  due: 'tasks.sortDue',
  '-priority': 'tasks.sortPriority',
  '-created': 'tasks.sortCreated',
  name: 'tasks.sortName',
  process: 'tasks.sortProcess',
} as const satisfies Record<TaskSort, string>

const levels = Object.keys(priorityLevels) as (keyof typeof priorityLevels)[]

/** Search, filters and order of a task list. Filters that are set stand below as chips. */
export function TaskFilters({ state, location }: { state: TaskListState; location: TaskLocation }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchState()
  return (
    <div className={classes.filters}>
      <div className={classes.row}>
        <SearchInput
          size="xs"
          className={classes.search}
          label={t('tasks.search')}
          value={state.q}
          onChange={(q) => setSearch({ q: q === '' ? undefined : q, page: undefined }, { replace: true })}
        />
        <FilterMenu location={location} />
        <SortMenu current={state.sort} />
      </div>
      <Chips state={state} />
    </div>
  )
}

function FilterMenu({ location }: { location: TaskLocation }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchState()
  const { data } = useQuery(taskFiltersQuery)
  const set = (name: string, value: string) => setSearch({ [name]: value, page: undefined })
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label={t('common.addFilter')}>
          <ActionIcon size="sm" variant="default" aria-label={t('common.addFilter')}>
            <IconFilter size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.Label>{t('tasks.filterPriority')}</Menu.Label>
        {levels.map((level) => (
          <Menu.Item key={level} onClick={() => set('priority', level)}>
            {t(`priority.${level}`)}
          </Menu.Item>
        ))}
        {data && data.processes.length > 0 ? <Menu.Label>{t('tasks.filterProcess')}</Menu.Label> : null}
        {data?.processes.map(({ key, name }) => (
          <Menu.Item key={key} onClick={() => set('process', key)}>
            {name}
          </Menu.Item>
        ))}
        {location === 'unclaimed' && data && data.groups.length > 0 ? (
          <Menu.Label>{t('tasks.filterGroup')}</Menu.Label>
        ) : null}
        {location === 'unclaimed'
          ? data?.groups.map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => set('group', id)}>
                {name}
              </Menu.Item>
            ))
          : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function SortMenu({ current }: { current: TaskSort }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchState()
  const label = t('tasks.sortBy', { by: t(sortLabels[current]) })
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon size="sm" aria-label={label}>
            <IconSortDescending size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('tasks.sort')}</Menu.Label>
        <Menu.RadioGroup
          value={current}
          onChange={(sort) => setSearch({ sort: sort === 'due' ? undefined : sort, page: undefined })}
        >
          {taskSorts.map((sort) => (
            <Menu.RadioItem key={sort} value={sort} closeMenuOnClick>
              {t(sortLabels[sort])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

function Chips({ state }: { state: TaskListState }) {
  const { t } = useTranslation()
  const [, setSearch] = useSearchState()
  const { data } = useQuery(taskFiltersQuery)
  const { process, priority, group } = state
  if (process === undefined && priority === undefined && group === undefined) return null
  const remove = (name: string) => setSearch({ [name]: undefined, page: undefined })
  const is = (name: string) => t('tasks.filterIs', { name })
  return (
    <div className={classes.chips}>
      {priority ? (
        <FilterChip
          name={is(t('tasks.filterPriority'))}
          value={t(`priority.${priority}`)}
          onRemove={() => remove('priority')}
        />
      ) : null}
      {process ? (
        <FilterChip
          name={is(t('tasks.filterProcess'))}
          value={data?.processes.find(({ key }) => key === process)?.name ?? process}
          onRemove={() => remove('process')}
        />
      ) : null}
      {group ? (
        <FilterChip
          name={is(t('tasks.filterGroup'))}
          value={data?.groups.find(({ id }) => id === group)?.name ?? group}
          onRemove={() => remove('group')}
        />
      ) : null}
    </div>
  )
}
