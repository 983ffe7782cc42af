/** The parts of the designer's bundle; `build/form-designer.ts` makes it. */
declare module 'virtual:form-designer'
