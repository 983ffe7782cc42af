import { Select, TextInput } from '@mantine/core'
import type { ApplicationImportReport, ImportedFile } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { actionsOf, type Choices, type Chosen } from './choices.ts'
import { ImportLines } from './import-lines.tsx'
import classes from './imports.module.css'

interface Props {
  readonly report: ApplicationImportReport
  /** Null: a new one. */
  readonly applicationId: string | null
  readonly choices: Choices
  /** Returns the fault that the last import found in the key of a file. */
  readonly faultOf: (path: string) => string | null | undefined
  readonly onChoose: (path: string, choice: Chosen) => void
}

const results = ['runs', 'mapped', 'decide', 'fault'] as const

/** The result of the check of each file, with the choice of the user. */
export function ImportReport({ report: { files }, applicationId, choices, faultOf, onChoose }: Props) {
  const { t } = useTranslation()
  const sum = (result: (typeof results)[number]) => files.reduce((all, { counts }) => all + counts[result], 0)
  return (
    <>
      <Section title={t('imports.summary')} hint={t('imports.summaryText')}>
        <dl className={classes.counts}>
          {results.map((result) => (
            <div key={result} data-result={result}>
              <dt>{t(`imports.${result}`)}</dt>
              <dd className="tn">{sum(result)}</dd>
            </div>
          ))}
        </dl>
        {files.some(({ canImport }) => canImport) ? null : <p className={classes.text}>{t('imports.nothing')}</p>}
      </Section>
      {files.map((file) => (
        <Section
          key={file.path}
          title={file.path}
          hint={
            file.format === null
              ? t(`imports.${file.kind}`)
              : t('imports.ofFormat', { kind: t(`imports.${file.kind}`), format: formats[file.format] ?? file.format })
          }
        >
          <Choice file={file} choice={choices[file.path]} fault={faultOf(file.path)} onChoose={onChoose} />
          <ImportLines file={file} applicationId={applicationId} />
        </Section>
      ))}
    </>
  )
}

/** How people call whose words a file has. */
const formats: Readonly<Record<string, string>> = {
  camunda: 'Camunda 7',
  operaton: 'Operaton',
  flowable: 'Flowable',
  activiti: 'Activiti',
  millrace: 'Millrace',
  bpmn: 'BPMN 2.0',
}

interface ChoiceProps {
  readonly file: ImportedFile
  readonly choice: Chosen | undefined
  readonly fault: string | null | undefined
  readonly onChoose: Props['onChoose']
}

function Choice({ file, choice, fault, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const { path, existing, key } = file
  if (choice === undefined) return <p className={classes.text}>{t('imports.cannot')}</p>
  const data = actionsOf(file).map((value) => ({
    value,
    label: value === 'replace' ? t('imports.replace', { name: existing?.name ?? '' }) : t(`imports.${value}`),
  }))
  const where = existing?.where === 'import' ? 'twice' : existing?.where
  return (
    <>
      {existing === null || where === undefined ? null : (
        <p className={classes.text}>
          {t(`imports.${where}`, { name: existing.name, application: existing.applicationName ?? '', key: key ?? '' })}
        </p>
      )}
      <FieldGrid>
        <Select
          label={t('imports.action', { path })}
          data={data}
          value={choice.action}
          allowDeselect={false}
          error={choice.action === 'addAs' ? undefined : fault}
          onChange={(action) => onChoose(path, { ...choice, action: (action ?? 'skip') as Chosen['action'] })}
        />
        {choice.action === 'addAs' ? (
          <TextInput
            label={t('imports.keyOf', { path })}
            required
            maxLength={255}
            value={choice.key}
            error={fault}
            onChange={(event) => onChoose(path, { ...choice, key: event.currentTarget.value })}
          />
        ) : null}
      </FieldGrid>
    </>
  )
}
