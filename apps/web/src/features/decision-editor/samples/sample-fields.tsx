import { Button, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import type { Sample } from '@millrace/dmn'
import { useTranslation } from 'react-i18next'
import type { CheckedDecision } from '../checks/check-decisions.ts'
import type { SampleAnswer } from '../checks/run-samples.ts'
import { toText } from './sample-value.ts'
import classes from './samples.module.css'
import { ValueField } from './value-field.tsx'

interface Props {
  readonly decision: CheckedDecision
  readonly sample: Sample
  readonly answer: SampleAnswer | null
  readonly canEdit: boolean
  readonly onChange: (sample: Sample) => void
  readonly onRemove: () => void
}

/** The fields of one sample: its values, the result of the decision, and the expected result. */
export function SampleFields({ decision, sample, answer, canEdit, onChange, onRemove }: Props) {
  const { t } = useTranslation()
  const { expected } = sample
  const rows = expected ?? []
  const expect = (changed: Sample['expected']) => onChange({ ...sample, expected: changed })
  return (
    <div className={classes.fields}>
      <TextInput
        size="xs"
        label={t('decisionEditor.sampleName')}
        maxLength={limits.name}
        readOnly={!canEdit}
        value={sample.name}
        onChange={(event) => onChange({ ...sample, name: event.currentTarget.value })}
      />
      {decision.inputs.map(({ name, typeRef, choices }) => (
        <ValueField
          key={name}
          label={name}
          typeRef={typeRef}
          choices={choices}
          value={sample.values[name]}
          canEdit={canEdit}
          onChange={(value) => onChange({ ...sample, values: { ...sample.values, [name]: value } })}
        />
      ))}
      <Result decision={decision} answer={answer} />
      <h3>{t('decisionEditor.expected')}</h3>
      {expected === null ? <p className={classes.none}>{t('decisionEditor.nothingExpected')}</p> : null}
      {expected?.length === 0 ? <p className={classes.none}>{t('decisionEditor.noMatchExpected')}</p> : null}
      {rows.map((row, at) =>
        decision.outputs.map(({ name, label, typeRef }) => (
          <ValueField
            // biome-ignore lint/suspicious/noArrayIndexKey: results have no other order
            key={`${at} ${name}`}
            label={rows.length === 1 ? label : t('decisionEditor.ofResult', { label, number: at + 1 })}
            typeRef={typeRef}
            value={row[name]}
            canEdit={canEdit}
            onChange={(value) => expect(rows.map((one, place) => (place === at ? { ...one, [name]: value } : one)))}
          />
        )),
      )}
      {canEdit ? (
        <div className={classes.buttons}>
          <Button size="xs" disabled={answer?.result == null} onClick={() => expect(answer?.result ?? null)}>
            {t('decisionEditor.takeResult')}
          </Button>
          <Button size="xs" onClick={() => expect([...rows, {}])}>
            {t('decisionEditor.addExpected')}
          </Button>
          {rows.length === 0 ? null : (
            <Button size="xs" onClick={() => expect([])}>
              {t('decisionEditor.expectNoMatch')}
            </Button>
          )}
          {expected === null ? null : (
            <Button size="xs" variant="subtle" onClick={() => expect(null)}>
              {t('decisionEditor.expectNothing')}
            </Button>
          )}
          <Button size="xs" variant="subtle" c="var(--app-red)" onClick={onRemove}>
            {t('decisionEditor.removeSample')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Result({ decision, answer }: Pick<Props, 'decision' | 'answer'>) {
  const { t } = useTranslation()
  if (answer === null) return null
  const { result, failure, rules } = answer
  return (
    <>
      <h3>{t('decisionEditor.result')}</h3>
      {failure === null ? null : <p className={classes.failure}>{failure}</p>}
      {result?.length === 0 ? <p className={classes.none}>{t('decisionEditor.noMatch')}</p> : null}
      {result === null || result.length === 0 ? null : (
        <dl className={classes.result}>
          {result.map((row, at) =>
            decision.outputs.map(({ name, label }) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: results have no other order
              <div key={`${at} ${name}`}>
                <dt>{label}</dt>
                <dd>{toText(row[name]) || '–'}</dd>
              </div>
            )),
          )}
        </dl>
      )}
      {rules.length === 0 ? null : (
        <p className={classes.rules}>
          {t('decisionEditor.matched', { count: rules.length, rules: rules.map(({ order }) => order).join(', ') })}
        </p>
      )}
    </>
  )
}
