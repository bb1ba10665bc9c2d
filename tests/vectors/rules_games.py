"""Whole games for the vectors, kept as text: bots may learn, these stay as they are."""

from typing import Final

WENT_OUT: Final = """
play rd@0,0 ro@1,0 rt@2,0
play oc@-1,-2 yc@-1,-1 rc@-1,0
play yo@1,-1 yt@2,-1
play yx@0,-4 px@0,-3 ox@0,-2
play yo@1,-4 po@1,-3
play bt@-2,1 bc@-1,1
play od@-2,-2
play ps@3,-2 ys@3,-1 rs@3,0
play ot@2,-5 yt@2,-4 pt@2,-3
play oo@3,-5 os@4,-5
play gt@2,-6 ot@3,-6
play gc@-1,2 gd@0,2 gx@1,2
play bs@4,-4
play ox@5,-6 oc@5,-5
play bs@-1,-5 bx@0,-5
play ox@1,3 gx@2,3
play go@2,2 gd@2,4
play oc@0,5 yc@1,5 gc@2,5
play os@0,4
play gt@-2,2 pt@-2,3
play yo@-4,4 yx@-3,4 yt@-2,4
play od@5,-7 yd@6,-7
play gs@-3,2
play rx@4,0 rs@4,1 rd@4,2
play ot@1,-7 rt@1,-6
play yc@-2,-4 ys@-1,-4
play bt@2,-7
play bd@3,4
play rt@2,-8 ro@3,-8 rc@4,-8
play rs@3,-9 rx@4,-9
play gs@3,1
play bc@3,5
play ps@5,1 pd@5,2
play rc@-1,5
play bo@-3,-3 oo@-3,-2 go@-3,-1
play bx@3,3 bo@3,6 bs@3,7 bt@3,8
play px@5,3 pt@5,4
play rd@4,-7 gd@7,-7 bd@8,-7
play pc@4,5 bc@4,6
swap 3
play px@9,-8 pd@9,-7
play pc@-1,3
play pd@8,-9 po@9,-9
play ys@6,1 yd@6,2 yx@6,3
play rx@3,-10 ro@4,-10
play gc@-1,6
play gs@2,7 gt@2,8 gx@2,9
play oo@-4,-3 os@-4,-2
play yd@-4,5
play bx@5,6 bo@5,7
"""
"""Three seats, turn order 1 0 2, claims 3 3 2 by seat, no ages; seat 0 goes out."""

NOTHING_FITS: Final = """
play go@0,0 bo@1,0 po@2,0
play rt@-1,-1 gt@0,-1
play gt@-1,-2 gd@0,-2
play rs@-1,1 gs@0,1 bs@1,1
play bx@1,2 bs@2,2
play oc@-2,0 os@-2,1 od@-2,2
play oc@-3,3 ox@-2,3
play gx@0,-3 gs@1,-3
play ps@-3,1
play bt@1,-1
play bd@1,3 bx@2,3
play pd@-3,-2 px@-3,-1 pc@-3,0
play gt@-4,-3 pt@-3,-3
play gc@0,-4 gx@1,-4
play rd@-6,-2 yd@-5,-2 gd@-4,-2
play po@-3,-4 pt@-2,-4
play pt@2,-1 ot@3,-1 yt@4,-1
play od@-7,-2
play oo@-2,4 bo@-1,4 po@0,4
play gx@-4,-1 gc@-4,0
play yx@-5,-1 yc@-5,0
play ot@-2,5 bt@-1,5
play rc@-6,0 ro@-6,1
play rs@-6,-3 rx@-6,-1
play bo@3,2 bs@3,3
play yo@-5,1
play ys@-5,2 yd@-4,2
play yo@4,-2 ys@5,-2
play bc@-7,0
play ro@-8,-3 rd@-7,-3
play od@-9,-4 rd@-8,-4 gd@-7,-4
play pd@-7,-5 ps@-6,-5 pc@-5,-5
play yc@4,-3 yo@5,-3
play pd@-6,-6 px@-5,-6
play oo@3,0
play go@2,-4 gc@2,-3
play yc@-7,-7 pc@-6,-7
play rt@-7,3 ot@-6,3 yt@-5,3
play bd@4,2 bc@4,3
play yd@4,-4 yt@5,-4 yx@6,-4
play os@3,-5 ys@4,-5
play px@2,-6 ox@3,-6 yx@4,-6
play rs@1,-7 rx@1,-6
play rt@5,1 bt@5,2
play bc@6,2 bx@6,3
play rc@0,-8 ro@0,-7
play ps@-2,-5 os@-1,-5
play ox@-9,-5
play rx@2,-7
play oc@-7,-8
play oo@-1,-6
play bd@7,3
play rc@-8,-7
"""
"""Two seats, turn order 0 1, claims 3 2 by seat; both are left with a tile that fits nowhere."""

CLOSED_TABLE: Final = """
play ro@0,0 rs@1,0 rd@2,0 rt@3,0 rc@4,0 rx@5,0
play oo@0,1 os@1,1 od@2,1 ot@3,1 oc@4,1 ox@5,1
play yo@0,2 ys@1,2 yd@2,2 yt@3,2 yc@4,2 yx@5,2
play go@0,3 gs@1,3 gd@2,3 gt@3,3 gc@4,3 gx@5,3
play bo@0,4 bs@1,4 bd@2,4 bt@3,4 bc@4,4 bx@5,4
play po@0,5 ps@1,5 pd@2,5 pt@3,5 pc@4,5 px@5,5
"""
"""Two seats, turn order 1 0, a claim of 6: after six plays every line is full."""
