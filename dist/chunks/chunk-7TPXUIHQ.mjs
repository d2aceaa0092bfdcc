import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{l as m,q as h,r as v}from"./chunk-LOJMJHJR.mjs";import{i as f}from"./chunk-NEOXD6EY.mjs";import{a as g,b as $}from"./chunk-5LE4WRTK.mjs";import{spawn as b}from"node:child_process";import{randomUUID as T}from"node:crypto";var y=`
trap '' INT TERM HUP
groups=' '
still=
while read -r verb group; do
  case $verb in
    add) groups="$groups$group " ;;
    remove) groups="\${groups%% $group *} \${groups#* $group }" ;;
    still) still=$group ;;
    close) exit 0 ;;
  esac
done
reap() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
  for environ in /proc/[0-9]*/environ; do
    pid=\${environ#/proc/}; pid=\${pid%/environ}
    if grep -qs "TAILGATE_RUN=$RUN_ID" "$environ"; then :
    elif grep -qs = "$environ"; then continue
    else
      case $(readlink "/proc/$pid/cwd" 2>/dev/null) in "$FOLDER"/*) ;; *) continue ;; esac
    fi
    [ "$pid" != $$ ] && kill -s "$1" "$pid" 2>/dev/null
  done
  for group in $groups $still; do kill -s CONT -- "-$group" 2>/dev/null; done
}
reap TERM
sleep 2
reap KILL
`;function U(i,l=[]){let t=T(),{pid:n}=process,s=f(n),r=new Map,d=(...e)=>h({id:t,pid:n,startedAt:s,workspace:i,debts:[...r.keys(),...e],secrets:l}),a=()=>{try{d()}catch{}},o=b("sh",["-c",y],{detached:!0,stdio:["pipe","ignore","ignore"],env:{PATH:process.env.PATH??"/usr/bin:/bin",RUN_ID:t,FOLDER:i},cwd:"/"});o.on("error",()=>{});let w="Is it on PATH, and may this user start another process?";if(o.pid===void 0)throw new $({what:"The shell `sh` cannot be started.",hint:w,exitCode:g.unmeasured});o.stdin.on("error",()=>{}),o.unref();let c=new Map,u=e=>{o.stdin.write(`${e}
`)};return d(),{mark:{TAILGATE_RUN:t},add:e=>u(`add ${e}`),remove:e=>u(`remove ${e}`),owe(e){return d(e),r.set(e,"was not run"),{command:e.command,settle(){r.delete(e),a()},fail(p){e.tried=!0,r.set(e,p),a()}}},standStill(e,p){p.length>0?c.set(e,p):c.delete(e),u(`still ${[...c.values()].flat().join(" ")}`)},hung:new Set,listOwed:()=>P([...r]),async endEscaped(e){await m(t,{instance:e})},async close(e){await m(t,{folder:i}),e?.(),o.stdin.end(`close
`),r.size===0&&v(t)}}}function P(i){let l=({service:n,command:s,told:r=`\`${s}\``})=>`${r} of ${n}`;return[...new Set(i.map(([n])=>l(n)))].map(n=>{let s=i.filter(([o])=>l(o)===n),[{instance:r},d]=s[0],a=s.length>1?` and ${s.length-1} more`:"";return`${n} (${r}${a}) ${d}`})}export{U as a};
