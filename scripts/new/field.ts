import { addLine } from './add-line.ts'
import type { Plan } from './change.ts'
import { fillTemplate } from './fill-template.ts'
import { insertImport, insertLine } from './insert-line.ts'
import type { Names } from './names.ts'

/** Plans a type of form field: its rules for browser and server, its component, and its position in the designer. */
export function planField(names: Names): Plan {
  const { kebab, camel, pascal, title } = names
  const fill = (template: string) => fillTemplate(`field/${template}`, { ...names })
  const key = kebab === camel ? camel : `'${kebab}'`
  const webFolder = 'apps/web/src/components/forms'
  return {
    changes: [
      {
        kind: 'edit',
        path: 'packages/forms/src/document/types.ts',
        edit: (text) => insertLine(text, { line: `  | '${kebab}'`, between: ['export type FieldType =', ''] }),
      },
      { kind: 'file', path: `packages/forms/src/fields/${kebab}.ts`, text: fill('definition.ts.txt') },
      { kind: 'file', path: `packages/forms/src/fields/${kebab}.test.ts`, text: fill('definition.test.ts.txt') },
      {
        kind: 'edit',
        path: 'packages/forms/src/fields/registry.ts',
        edit: (text) =>
          insertLine(insertImport(text, `import { ${camel} } from './${kebab}.ts'`), {
            line: `  ${key === camel ? camel : `${key}: ${camel}`},`,
            between: ['const fieldDefinitions', '} satisfies'],
          }),
      },
      {
        kind: 'edit',
        path: 'packages/forms/src/testing/field-samples.ts',
        edit: (text) =>
          insertLine(text, {
            line: `  ${key}: { entry: 'A 7', shown: 'A 7', variables: text('A 7'), wrong: [[7, 'text.invalid']] },`,
            between: ['export const fieldSamples', '} satisfies'],
          }),
      },
      { kind: 'file', path: `${webFolder}/fields/${kebab}-field.tsx`, text: fill('field.tsx.txt') },
      { kind: 'file', path: `${webFolder}/fields/${kebab}-field.test.tsx`, text: fill('field.test.tsx.txt') },
      {
        kind: 'edit',
        path: `${webFolder}/field-registry.ts`,
        edit: (text) =>
          insertLine(insertImport(text, `import { ${pascal}Field } from './fields/${kebab}-field.tsx'`), {
            line: `  ${key}: ${pascal}Field,`,
            between: ['export const fieldComponents', '} satisfies'],
          }),
      },
      addLine('apps/form-designer/src/palette/icons.ts', {
        line: `  ${key}: IconForms,`,
        between: ['export const typeIcons', '}'],
      }),
      addLine('packages/contract/src/messages/form-designer.ts', {
        line: `    ${key}: '${title}',`,
        between: ['types: {', '},'],
      }),
    ],
    next: [
      `Say in packages/forms/src/fields/${kebab}.ts how the value is read, shown and checked.`,
      'Put what it takes and what it refuses into packages/forms/src/testing/field-samples.ts.',
      'Choose its icon in apps/form-designer/src/palette/icons.ts.',
      'Add wrong values for it to apps/server/src/hostile-input.test.ts.',
    ],
  }
}
