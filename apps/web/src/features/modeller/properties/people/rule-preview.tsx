import { Autocomplete, Button } from '@mantine/core'
import { isExpression, type ModdleElement } from '@millrace/bpmn/moddle'
import type { AssigneePreview } from '@millrace/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../../components/designer-frame/sheet.module.css'
import { describeError } from '../../../../lib/api/describe-error.ts'
import { listRows } from '../model/list-rows.ts'
import { readText } from '../model/row-text.ts'
import classes from '../panel.module.css'
import { usePanel } from '../use-panel.ts'
import { offerAll, PersonOption } from './person-option.tsx'
import { useSearchedPeople } from './use-people.ts'

type Rule = 'manager' | 'leastLoaded' | 'position' | 'property'

interface RulePreviewProps {
  readonly element: ModdleElement
  readonly rule: Rule
}

/** What a rule reads of the model, as calls name it. */
const parts = [
  ...(['managerIn', 'managerLevels', 'position', 'positionIn', 'userProperty', 'userPropertyValue'] as const),
  ...(['candidateUsers', 'candidateGroups'] as const),
] as const

/** The preview of the user that the server would assign the task to now, by the rule with its unsaved changes. */
export function RulePreview({ element, rule }: RulePreviewProps) {
  const { t } = useTranslation()
  const { people } = usePanel().known
  const [answer, setAnswer] = useState<{ readonly of: string; readonly text: string } | null>(null)
  const ask = people?.previewAssignee
  if (ask === undefined) return null
  const rows = listRows(element)
  const texts: Readonly<Record<string, string>> = Object.fromEntries(
    parts.flatMap((name) => {
      const row = rows.find(({ property }) => property.name === name)
      const text = row === undefined ? '' : readText(element, row).trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
  const read = ['candidateUsers', 'candidateGroups', 'userPropertyValue'].map((name) => texts[name] ?? '')
  // Candidates matter to one rule alone.
  const isOpen =
    rule === 'leastLoaded'
      ? read.slice(0, 2).some((text) => isExpression(text))
      : rule === 'property' && isExpression(read[2] ?? '')
  if (isOpen) return <p className={sheet.note}>{t('modeller.panel.rulePreview.expression')}</p>
  const asked = JSON.stringify([rule, texts])
  const preview = async (person: string) => {
    try {
      const found = await ask({ rule, person, processKey: findProcessKey(element), ...texts })
      setAnswer({ of: asked, text: describe(found, person) })
    } catch (error) {
      setAnswer({ of: asked, text: describeError(error).message })
    }
  }
  const describe = ({ assignee, openTasks, available }: AssigneePreview, person: string) => {
    if (rule !== 'manager') {
      if (assignee === null) return t('modeller.panel.rulePreview.nobody')
      const numbers = { openTasks: openTasks ?? 0, count: available ?? 1 }
      return t('modeller.panel.rulePreview.fewest', { assignee: assignee.displayName, ...numbers })
    }
    if (assignee === null) return t('modeller.panel.rulePreview.noManager', { person })
    const [levels, hierarchy] = [texts['managerLevels'] ?? '1', texts['managerIn'] ?? '']
    const key = `manager${levels === '1' ? '' : 'Up'}${hierarchy === '' ? '' : 'In'}` as const
    return t(`modeller.panel.rulePreview.${key}`, { person, assignee: assignee.displayName, levels, hierarchy })
  }
  return (
    <>
      {rule === 'manager' ? (
        <SamplePerson onChoose={preview} />
      ) : (
        <div className={classes.row}>
          <Button size="compact-xs" variant="default" onClick={() => preview('')}>
            {t('modeller.panel.rulePreview.ask')}
          </Button>
        </div>
      )}
      <p className={sheet.note} role="status">
        {answer?.of === asked ? answer.text : ''}
      </p>
    </>
  )
}

/** The search for a user to try the rule with. The model does not contain this user. */
function SamplePerson({ onChoose }: { readonly onChoose: (username: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useSearchedPeople('user', text, isOpen)
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{t('modeller.panel.rulePreview.person')}</label>
      <Autocomplete
        id={id}
        size="xs"
        autoComplete="off"
        placeholder={t('modeller.panel.findUser')}
        data={found.map(({ key }) => key)}
        filter={offerAll}
        renderOption={({ option }) => <PersonOption found={found} of={option.value} />}
        value={text}
        onChange={setText}
        onOptionSubmit={onChoose}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
      />
    </div>
  )
}

/** The id of the process around an element. */
function findProcessKey(element: ModdleElement): string {
  let at: ModdleElement | undefined = element
  while (at !== undefined && at.$type !== 'bpmn:Process') at = at.$parent as ModdleElement | undefined
  return String(at?.get('id') ?? '')
}
