import IconFilter from 'icon:filter'
import IconPlus from 'icon:plus'
import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import type { ListDescription, SetFilter } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { FilterChoices } from './describe-filter.ts'
import { FilterEditor } from './filter-editor.tsx'
import classes from './filters.module.css'

interface Props {
  readonly list: ListDescription
  readonly choices: FilterChoices
  /** The current step: none, the choice of a field, or the value of a field. */
  readonly asked: 'nothing' | 'field' | { readonly field: string }
  readonly onAsk: (asked: Props['asked']) => void
  readonly onApply: (filter: SetFilter) => void
  /** An icon instead of the word. */
  readonly isNarrow: boolean
}

/** The button `+ Filter`, which asks for the field, then the condition and value. */
export function AddFilter({ list, choices, asked, onAsk, onApply, isNarrow }: Props) {
  const { t } = useTranslation()
  const field = typeof asked === 'object' ? asked.field : null
  const filter = field === null ? undefined : list.filters[field]
  const toggle = () => onAsk(asked === 'nothing' ? 'field' : 'nothing')
  return (
    <Popover
      opened={asked !== 'nothing'}
      onChange={(isOpen) => onAsk(isOpen ? 'field' : 'nothing')}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        {isNarrow ? (
          <Tooltip label={t('list.addFilter')}>
            <ActionIcon
              size="sm"
              variant="default"
              aria-label={t('list.addFilter')}
              aria-haspopup="dialog"
              aria-expanded={asked !== 'nothing'}
              onClick={toggle}
            >
              <IconFilter size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button
            size="xs"
            className={classes.add}
            leftSection={<IconPlus size={14} stroke={1.6} />}
            aria-haspopup="dialog"
            aria-expanded={asked !== 'nothing'}
            onClick={toggle}
          >
            {t('list.filter')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('list.addFilter')}>
        {field !== null && filter !== undefined ? (
          <FilterEditor
            key={field}
            name={field}
            filter={filter}
            choices={choices[field]}
            set={null}
            onApply={(set) => {
              onApply(set)
              onAsk('nothing')
            }}
          />
        ) : (
          <div className={classes.fields}>
            {Object.entries(list.filters).map(([name, { label }], index) => (
              <button
                key={name}
                type="button"
                className={classes.field}
                data-autofocus={index === 0 || undefined}
                onClick={() => onAsk({ field: name })}
              >
                {t(label)}
              </button>
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
