import { UnstyledButton } from '@mantine/core'
import { findNodeKind } from '@millrace/forms/design'
import { useTranslation } from 'react-i18next'
import { listAll, listAround } from '../model/walk.ts'
import { TypeIcon } from '../palette/type-icon.tsx'
import { useDesigner, useStore } from '../store/use-designer.ts'
import classes from './outline.module.css'

/** The list of process variables that the form writes, and those that it only reads. */
export function VariablesList() {
  const { t } = useTranslation()
  const store = useStore()
  const design = useDesigner(({ stack }) => stack.design)
  const unknown = useDesigner(({ check }) => check?.unknown ?? null)
  const written = listAll(design).flatMap((id) => {
    const node = design.nodes[id]
    if (node?.key === undefined || listAround(design, id).some((one) => design.nodes[one]?.key !== undefined)) return []
    const { variable } = node.props
    return [{ id, type: node.type, name: typeof variable === 'string' && variable !== '' ? variable : node.key }]
  })
  const read = [...new Set(unknown?.flatMap(({ names }) => names) ?? [])].toSorted()
  return (
    <div className={classes.outline}>
      <h2 className={classes.heading}>{t('designer.data.written')}</h2>
      {written.length === 0 ? <p className={classes.empty}>{t('designer.data.nothingWritten')}</p> : null}
      <ul className={classes.variables}>
        {written.map(({ id, type, name }) => (
          <li key={id}>
            <UnstyledButton className={classes.entry} onClick={() => store.select(id)}>
              <TypeIcon type={type} size={14} />
              <span className={classes.variable}>{name}</span>
              {findNodeKind(type) === 'list' ? <span className={classes.key}>{t('designer.data.list')}</span> : null}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <h2 className={classes.heading}>{t('designer.data.read')}</h2>
      {read.length === 0 ? <p className={classes.empty}>{t('designer.data.nothingRead')}</p> : null}
      <ul className={classes.variables}>
        {read.map((name) => (
          <li key={name} className={classes.variable}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
