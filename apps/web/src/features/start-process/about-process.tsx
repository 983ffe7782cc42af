import { type AnswerOf, type api, homeCategory } from '@millrace/contract'
import type { DataNode } from '@millrace/forms'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import classes from './about-process.module.css'

/** The description of a process before its start. */
export function AboutProcess({ definition, form, firstTasks }: AnswerOf<typeof api.processes.startForm>) {
  const { t } = useTranslation()
  const fields = listLabels(form.document.data)
  return (
    <div className={classes.about}>
      <Section title={t('startForm.aboutWhat')}>
        <p className={classes.text}>{definition.description ?? t('startForm.aboutNothing')}</p>
        <p className={classes.note}>
          {t('startForm.aboutVersion', {
            version: definition.version,
            category: definition.category ?? homeCategory,
          })}
        </p>
      </Section>
      <Section title={t('startForm.aboutFields')}>
        {fields.length === 0 ? <p className={classes.text}>{t('startForm.aboutNoFields')}</p> : null}
        <ul className={classes.list}>
          {fields.map(({ id, label, isRequired }) => (
            <li key={id}>{isRequired ? t('startForm.aboutRequired', { label }) : label}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('startForm.aboutFirst')}>
        {firstTasks.length === 0 ? <p className={classes.text}>{t('startForm.aboutNoTasks')}</p> : null}
        <ul className={classes.list}>
          {firstTasks.map(({ name, groups, people }) => {
            const who = [...people, ...groups].join(', ')
            return (
              <li key={name}>
                {name} <span className={classes.note}>{who === '' ? t('startForm.aboutFirstOpen') : who}</span>
              </li>
            )
          })}
        </ul>
      </Section>
    </div>
  )
}

interface Field {
  readonly id: string
  readonly label: string
  readonly isRequired: boolean
}

/** In the order of the form: fields, and lists by their own names. */
function listLabels(nodes: readonly DataNode[]): Field[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'group') return listLabels(node.members)
    const { label, required } = node.props as { readonly label?: unknown; readonly required?: unknown }
    const isNamed = typeof label === 'string' && label.trim() !== ''
    return [{ id: node.node, label: isNamed ? label : node.key, isRequired: required === true }]
  })
}
