import type { DesignComparison } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Difference, Differences, NoDifferences } from '../differences/differences.tsx'
import classes from './form-differences.module.css'

/** The differences between two versions of a form, node by node. */
export function FormDifferences({ comparison: { form, nodes } }: { comparison: DesignComparison }) {
  const { t } = useTranslation()
  if (form.length === 0 && nodes.length === 0) return <NoDifferences>{t('forms.noDifferences')}</NoDifferences>
  return (
    <Differences>
      {form.length === 0 ? null : (
        <Difference name={t('forms.ofForm')}>
          <Properties properties={form} />
        </Difference>
      )}
      {nodes.map(({ id, kind, name, isMoved, properties }) => (
        <Difference
          key={`${kind} ${id}`}
          name={name}
          what={[
            ...(kind !== 'changed' || properties.length > 0 ? [t(`forms.${kind}`)] : []),
            ...(isMoved ? [t('forms.moved')] : []),
          ].join(', ')}
        >
          <Properties properties={properties} />
        </Difference>
      ))}
    </Differences>
  )
}

function Properties({ properties }: { properties: DesignComparison['form'] }) {
  if (properties.length === 0) return null
  return (
    <dl className={classes.properties}>
      {properties.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <del>{present(before)}</del> <ins>{present(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function present(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
