import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../../../components/hint/hint.tsx'
import { BodyRow } from '../body-row.tsx'
import { hasBody, listParts, planPart, planParts } from '../model/parts.ts'
import classes from '../panel.module.css'
import { type EditorProps, nameProperty } from '../row.tsx'
import { usePanel } from '../use-panel.ts'

/** Editor of child elements, each with its properties. */
export function PartsEditor({ element, row, drawRows }: EditorProps) {
  const { t } = useTranslation()
  const { apply, options, canEdit } = usePanel()
  const parts = listParts(element, row)
  const name = nameProperty(row, t)
  const canAdd = canEdit && (row.property.value === 'elements' || parts.length === 0)
  return (
    <div className={classes.parts} data-property={row.property.name}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are told by their place alone
        <fieldset key={at} className={classes.part}>
          <legend>{row.property.value === 'elements' ? `${name} ${at + 1}` : name}</legend>
          {canEdit ? (
            <Hint label={t('modeller.panel.removeOne', { name })}>
              <ActionIcon
                size="sm"
                className={classes.remove ?? ''}
                aria-label={t('modeller.panel.removeOne', { name })}
                onClick={() => apply(planParts(element, row, parts.toSpliced(at, 1), options))}
              >
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </Hint>
          ) : null}
          {drawRows(part)}
          {hasBody(part) ? <BodyRow element={part} /> : null}
        </fieldset>
      ))}
      {canAdd ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => apply(planPart(element, row, options))}
        >
          {t('modeller.panel.addOne', { name })}
        </Button>
      ) : null}
    </div>
  )
}
