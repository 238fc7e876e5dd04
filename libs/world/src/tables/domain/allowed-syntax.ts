/**
 * Every kind of node, and every field of one, that a statement of a workspace may have in PostgreSQL's parse tree (libpg_query, as
 * JSON). Not among them: `intoClause` (SELECT INTO), `lockingClause`, `MergeStmt`, `XmlExpr`, `RangeTableSample`, `CurrentOfExpr`,
 * `CollateClause`, and every statement that is not SELECT, INSERT, UPDATE or DELETE.
 */
export const allowedKeys: ReadonlySet<string> = new Set(
  `SelectStmt InsertStmt UpdateStmt DeleteStmt WithClause CommonTableExpr ResTarget ColumnRef A_Star A_Const A_Expr BoolExpr
   FuncCall NamedArgExpr TypeCast TypeName SubLink CaseExpr CaseWhen CoalesceExpr MinMaxExpr NullTest BooleanTest RowExpr
   A_ArrayExpr A_Indirection A_Indices SQLValueFunction SortBy WindowDef GroupingSet GroupingFunc RangeVar RangeSubselect
   RangeFunction JoinExpr Alias List String Integer Float Boolean BitString SetToDefault MultiAssignRef ParamRef InferClause
   IndexElem OnConflictClause ColumnDef

   targetList fromClause whereClause groupClause groupDistinct groupByAll havingClause windowClause valuesLists sortClause
   limitOffset limitCount limitOption withClause op all larg rarg distinctClause

   relation cols selectStmt onConflictClause returningClause returningList exprs options usingClause override

   ctes recursive ctename aliascolnames ctematerialized ctequery

   name indirection val fields ival fval sval bsval boolval isnull kind lexpr rexpr rexpr_list_start rexpr_list_end boolop args arg
   funcname agg_order agg_filter over agg_within_group agg_star agg_distinct func_variadic funcformat argnumber
   typeName names typmods typemod arrayBounds
   subLinkType subLinkId testexpr operName subselect defresult expr result nulltesttype argisrow booltesttype row_format
   elements list_start list_end is_slice lidx uidx typmod node sortby_dir sortby_nulls
   refname partitionClause orderClause frameOptions startOffset endOffset content
   catalogname schemaname relname inh relpersistence alias aliasname colnames lateral subquery ordinality is_rowsfrom functions
   coldeflist jointype isNatural quals usingList join_using_alias items
   source colno ncolumns number action infer indexElems ordering nulls_ordering colname is_local
   location`
    .trim()
    .split(/\s+/),
);
