import { Anchor } from '@mantine/core'
import {
  type FieldType,
  type FieldValue,
  type FileValue,
  isWebAddress,
  listNamed,
  namedBy,
  type RuntimeField,
  type VariableRow,
} from '@millrace/forms'
import type { ComponentType } from 'react'
import { FileName } from './files/file-list.tsx'
import { Picture } from './files/picture.tsx'
import { formTexts } from './form-texts.ts'
import { useFormView } from './form-view-context.ts'
import { nameOf } from './people/names.ts'
import classes from './read-only-value.module.css'
import { RichText } from './rich-text.tsx'

export interface ValueProps {
  readonly field: RuntimeField
  readonly value: NonNullable<FieldValue>
}

/** The components that show values of some field types as data, where text is not enough. */
export const valueComponents: Partial<Record<FieldType, ComponentType<ValueProps>>> = {
  'rich-text': ({ value }) => <RichText html={String(value)} />,
  // A program may have given the variable another value than the field would take.
  url: ({ value }) =>
    isWebAddress(String(value)) ? (
      <Anchor href={String(value)} target="_blank" rel="noopener noreferrer" inherit>
        {String(value)}
      </Anchor>
    ) : (
      String(value)
    ),
  email: ({ value }) => (
    <Anchor href={`mailto:${encodeURIComponent(String(value)).replace('%40', '@')}`} inherit>
      {String(value)}
    </Anchor>
  ),
  phone: ({ value }) => (
    <Anchor href={`tel:${String(value).replace(/[^\d+]/g, '')}`} inherit>
      {String(value)}
    </Anchor>
  ),
  checkbox: ({ value }) => (value === true ? formTexts.yes : formTexts.no),
  signature: ({ value }) => <img className={classes.signature} src={String(value)} alt={formTexts.signed} />,
  variables: ({ value }) =>
    (value as readonly VariableRow[]).map(({ name, value }) => (
      <span key={name} className={classes.line}>
        {name}: {typeof value === 'boolean' ? (value ? formTexts.yes : formTexts.no) : String(value ?? '–')}
      </span>
    )),
  user: NamesOf,
  group: NamesOf,
  role: NamesOf,
  'data-list': NamesOf,
  'rest-look-up': NamesOf,
  'sql-look-up': NamesOf,
  'file-look-up': NamesOf,
  file: Files,
  image: ({ field, value }) => (
    <>
      <Files field={field} value={value} />
      {(value as readonly FileValue[]).map((file) => (
        <Picture
          key={file.id}
          fieldKey={field.key}
          file={file}
          alt={typeof field.props.alt === 'string' ? field.props.alt : undefined}
        />
      ))}
    </>
  ),
}

function NamesOf({ field, value }: ValueProps) {
  const { names } = useFormView()
  const kind = namedBy(field.type)
  return listNamed(value)
    .map((id) => (kind === null ? id : nameOf(names, { kind, node: field.node }, id)))
    .join(', ')
}

function Files({ field, value }: ValueProps) {
  return (value as readonly FileValue[]).map((file) => (
    <span key={file.id} className={classes.line}>
      <FileName fieldKey={field.key} file={file} />
    </span>
  ))
}
