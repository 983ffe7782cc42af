import { type DesignNode, findNodeKind, isExpressionText } from '@millrace/forms/design'
import type { ReactNode } from 'react'
import { optionsOf } from '../model/describe-node.ts'
import { membershipsOf } from '../model/list-memberships.ts'
import { nameType } from '../model/names.ts'
import { TypeIcon } from '../palette/type-icon.tsx'
import classes from './canvas.module.css'

/** The picture of a node on the canvas: all types of a kind look alike, and similar to the field itself. */
export function NodeLook({ node }: { node: DesignNode }): ReactNode {
  switch (findNodeKind(node.type)) {
    case 'container':
    case 'list':
      return <HolderLook node={node} />
    case 'content':
      return <ContentLook node={node} />
    default:
      return <FieldLook node={node} />
  }
}

function HolderLook({ node }: { node: DesignNode }) {
  const label = textOf(node, 'label')
  return (
    <div className={classes.holder}>
      <TypeIcon type={node.type} size={14} />
      {label === '' ? null : <span className={classes.holderLabel}>{label}</span>}
      {node.props.required === true ? <Star /> : null}
      <span className={classes.type}>{nameType(node.type)}</span>
      <Key node={node} />
    </div>
  )
}

function FieldLook({ node }: { node: DesignNode }) {
  const label = textOf(node, 'label')
  const help = textOf(node, 'help')
  const isBox = node.type === 'checkbox'
  return (
    <div className={classes.field}>
      <div className={classes.labelRow}>
        {isBox ? <span className={classes.box} /> : null}
        <span className={classes.label}>{label === '' ? nameType(node.type) : label}</span>
        {node.props.required === true ? <Star /> : null}
        {hasRules(node) ? <span className={classes.rule}>ƒ</span> : null}
        <Key node={node} />
      </div>
      {isBox ? null : <InputLook node={node} />}
      {help === '' ? null : <div className={classes.help}>{help}</div>}
    </div>
  )
}

/** Types whose choices all are there. */
const listed: ReadonlySet<string> = new Set(['radio', 'check-list'])
const tall: ReadonlySet<string> = new Set(['textarea', 'rich-text', 'file', 'image', 'signature'])

function InputLook({ node }: { node: DesignNode }) {
  const options = optionsOf(node)
  if (listed.has(node.type))
    return (
      <div className={classes.options}>
        {options.slice(0, 6).map(({ value, label }) => (
          <span key={value} className={classes.option}>
            <span className={classes.box} data-round={node.type === 'radio' || undefined} />
            {label}
          </span>
        ))}
      </div>
    )
  return (
    <div className={classes.input} data-tall={tall.has(node.type) || undefined}>
      <span className={classes.placeholder}>{textOf(node, 'placeholder')}</span>
      <TypeIcon type={node.type} size={15} />
    </div>
  )
}

function ContentLook({ node }: { node: DesignNode }) {
  const text = textOf(node, 'text')
  const { html, source } = node.props
  const type: string = node.type
  if (type === 'separator') return <hr className={classes.separator} />
  if (type === 'spacer') return <div className={classes.spacer} data-size={textOf(node, 'size')} />
  if (type === 'button') return <span className={classes.button}>{textOf(node, 'label')}</span>
  if (typeof source === 'string' && source.startsWith('data:image/'))
    return <img className={classes.picture} src={source} alt={textOf(node, 'alt')} />
  const plain = text !== '' ? text : typeof html === 'string' ? html.replaceAll(/<[^<>]*>/g, ' ').trim() : ''
  return (
    <p className={type === 'heading' ? classes.heading : classes.text} data-size={textOf(node, 'size')}>
      {plain === '' ? nameType(node.type) : plain}
    </p>
  )
}

function Key({ node: { key } }: { node: DesignNode }) {
  return key === undefined ? null : <span className={classes.key}>{key}</span>
}

function Star() {
  return <span className={classes.star}>*</span>
}

function textOf({ props }: DesignNode, name: string): string {
  const text = props[name]
  return typeof text === 'string' ? text : ''
}

/** Whether something about it is calculated while the form is filled, or is for some people alone. */
function hasRules(node: DesignNode): boolean {
  return Object.values(node.props).some(isExpressionText) || membershipsOf(node).length > 0
}
